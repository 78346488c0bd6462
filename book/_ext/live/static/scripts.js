/** Load a classic script. */
export function script(address, charset = "utf-8") {
  return new Promise((resolve, reject) => {
    const node = document.createElement("script");
    Object.assign(node, { src: address, charset, onload: resolve });
    node.onerror = () => reject(new Error(`${address} is missing.`));
    document.head.append(node);
  });
}
