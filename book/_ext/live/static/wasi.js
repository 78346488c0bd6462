// The system calls of WASI preview 1 that a program compiled to WebAssembly makes, over files in memory.
//
// A node of the tree is a folder, a file or a device. What a file holds is shared with copies of the tree until it is
// written to, so that a copy costs as many steps as there are files, whatever their sizes.

const SUCCESS = 0;
const BADF = 8;
const EXIST = 20;
const INVAL = 28;
const ISDIR = 31;
const NOENT = 44;
const NOSYS = 52;
const NOTDIR = 54;
const NOTEMPTY = 55;
const NOTSUP = 58;
const PERM = 63;
const SPIPE = 70;

const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;

const CREATE = 1;
const MUST_BE_FOLDER = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;

const ALL_RIGHTS = 0xffffffffffffffffn;
// Without seek and tell, by which the C library knows a terminal: output comes by the line.
const RIGHTS_OF_A_DEVICE = ALL_RIGHTS & ~((1n << 2n) | (1n << 5n));

/** Thrown by `proc_exit`, through the program's frames. */
export class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** A system call that cannot be done, with WASI's number for why. */
class Refused extends Error {
  constructor(errno) {
    super(`errno ${errno}`);
    this.errno = errno;
  }
}

let lastInode = 0n;
const inode = () => {
  lastInode += 1n;
  return lastInode;
};
const now = () => BigInt(Date.now()) * 1000000n;

export const folder = (entries = []) => ({ type: DIRECTORY, ino: inode(), time: now(), entries: new Map(entries) });
export const file = (data = new Uint8Array()) => ({
  type: REGULAR_FILE,
  ino: inode(),
  time: now(),
  data,
  size: data.length,
  isShared: true,
});
/** What is written to it is output of this name. */
export const device = (name) => ({ type: CHARACTER_DEVICE, ino: inode(), time: now(), name });

/** Put bytes at a path, with the folders that lead there; without bytes, a folder. */
export function put(root, path, data) {
  const names = path.split("/").filter(Boolean);
  const last = names.pop();
  let at = root;
  for (const name of names) {
    if (!at.entries.has(name)) at.entries.set(name, folder());
    at = at.entries.get(name);
  }
  at.entries.set(last, data ? file(data) : folder());
}

function remove(root, path) {
  const names = path.split("/");
  const last = names.pop();
  let at = root;
  for (const name of names) at = at?.entries.get(name);
  at?.entries.delete(last);
}

/** The bytes at a path, or undefined. */
export function get(root, path) {
  let at = root;
  for (const name of path.split("/").filter(Boolean)) at = at?.entries?.get(name);
  return at?.data?.subarray(0, at.size);
}

function copied(node) {
  if (node.type === CHARACTER_DEVICE) return node;
  if (node.type === REGULAR_FILE) {
    node.isShared = true;
    return { ...node };
  }
  return { ...node, entries: new Map([...node.entries].map(([name, child]) => [name, copied(child)])) };
}

function* walked(node, path = "") {
  yield [path, node];
  for (const [name, child] of node.entries ?? []) yield* walked(child, path ? `${path}/${name}` : name);
}

function makeRoomFor(node, size) {
  if (!node.isShared && node.data.length >= size) return;
  const grown = new Uint8Array(size <= node.data.length ? node.data.length : Math.max(size, 2 * node.size));
  grown.set(node.data.subarray(0, node.size));
  node.data = grown;
  node.isShared = false;
}

function write(node, bytes, offset) {
  const end = offset + bytes.length;
  makeRoomFor(node, end);
  // What lies between the end so far and the first byte is zero, also where a longer file was cut.
  if (offset > node.size) node.data.fill(0, node.size, offset);
  node.data.set(bytes, offset);
  node.size = Math.max(node.size, end);
  node.time = now();
}

function resize(node, size) {
  makeRoomFor(node, size);
  if (size > node.size) node.data.fill(0, node.size, size);
  node.size = size;
  node.time = now();
}

/** State of a program's files, and the functions that it imports.
 *
 * `memory` is a function that gives its memory, known only after it was made.
 */
export class Wasi {
  constructor({ args, env, root, output, memory }) {
    this.args = args.map(bytesOf);
    this.env = Object.entries(env).map(([name, text]) => bytesOf(`${name}=${text}`));
    this.memory = memory;
    this.output = output;
    this.become(root);
  }

  /** What a base became: plain values, which `become` takes. A file that is open and was removed is not among them. */
  changes(base) {
    const known = new Map(walked(base));
    const own = new Map(walked(this.root));
    const paths = new Map([...own].map(([path, node]) => [node, path]));
    const changes = { folders: [], files: [], removed: [], open: [] };
    for (const [path, node] of own) {
      const before = known.get(path);
      if (node.type === DIRECTORY && before?.type !== DIRECTORY) changes.folders.push(path);
      if (node.type !== REGULAR_FILE || (before?.data === node.data && before.size === node.size)) continue;
      changes.files.push([path, node.data.slice(0, node.size)]);
    }
    changes.removed = [...known.keys()].filter((path) => !own.has(path));
    for (const [fd, { node, offset, flags }] of this.open) {
      if (fd > 3 && paths.has(node)) changes.open.push([fd, paths.get(node), offset, flags]);
    }
    return changes;
  }

  /** Have the files of a base, which is not changed, and what was changed there. */
  become(base, changes = { folders: [], files: [], removed: [], open: [] }) {
    this.root = copied(base);
    for (const path of changes.removed) remove(this.root, path);
    for (const path of changes.folders) put(this.root, path, null);
    for (const [path, data] of changes.files) put(this.root, path, data);
    const nodes = new Map(walked(this.root));
    this.open = new Map(["stdin", "stdout", "stderr"].map((name, fd) => [fd, { node: device(name), offset: 0, flags: 0 }]));
    this.open.set(3, { node: this.root, offset: 0, flags: 0, name: bytesOf("/") });
    for (const [fd, path, offset, flags] of changes.open) this.open.set(fd, { node: nodes.get(path), offset, flags });
  }

  imports() {
    const calls = {};
    for (const [name, call] of Object.entries(CALLS)) {
      calls[name] = (...values) => {
        try {
          return call(this, ...values) ?? SUCCESS;
        } catch (error) {
          if (error instanceof Refused) return error.errno;
          throw error;
        }
      };
    }
    return calls;
  }

  view() {
    return new DataView(this.memory().buffer);
  }

  bytes(start, length) {
    return new Uint8Array(this.memory().buffer, start >>> 0, length);
  }

  text(start, length) {
    return new TextDecoder().decode(this.bytes(start, length).slice());
  }

  at(fd) {
    const found = this.open.get(fd);
    if (!found) throw new Refused(BADF);
    return found;
  }

  /** A regular file that is open. */
  fileAt(fd) {
    const one = this.at(fd);
    if (one.node.type === DIRECTORY) throw new Refused(ISDIR);
    if (one.node.type !== REGULAR_FILE) throw new Refused(SPIPE);
    return one;
  }

  /** The folder that holds what a path names, the last name of the path, and what is there. */
  find(fd, path) {
    const start = this.at(fd).node;
    if (start.type !== DIRECTORY) throw new Refused(NOTDIR);
    const way = [start];
    let name = ".";
    let node = start;
    for (const part of path.split("/").filter((one) => one && one !== ".")) {
      if (!node) throw new Refused(NOENT);
      if (node.type !== DIRECTORY) throw new Refused(NOTDIR);
      if (node !== way.at(-1)) way.push(node);
      if (part === "..") {
        if (way.length === 1) throw new Refused(PERM);
        way.pop();
        node = way.at(-1);
        name = ".";
      } else {
        name = part;
        node = node.entries.get(part);
      }
    }
    return { parent: way.at(-1), name, node };
  }

  parts(list, count) {
    const view = this.view();
    return Array.from({ length: count }, (_, i) => {
      const place = list + 8 * i;
      return this.bytes(view.getUint32(place, true), view.getUint32(place + 4, true));
    });
  }

  putStrings(strings, pointers, place) {
    const view = this.view();
    let at = place;
    for (const [i, bytes] of strings.entries()) {
      view.setUint32(pointers + 4 * i, at, true);
      this.bytes(at, bytes.length).set(bytes);
      view.setUint8(at + bytes.length, 0);
      at += bytes.length + 1;
    }
  }

  putSizes(strings, count, size) {
    this.view().setUint32(count, strings.length, true);
    this.view().setUint32(
      size,
      strings.reduce((sum, bytes) => sum + bytes.length + 1, 0),
      true,
    );
  }

  putStat(node, place) {
    const view = this.view();
    this.bytes(place, 64).fill(0);
    view.setBigUint64(place + 8, node.ino, true);
    view.setUint8(place + 16, node.type);
    view.setBigUint64(place + 24, 1n, true);
    view.setBigUint64(place + 32, BigInt(node.size ?? 0), true);
    for (const time of [40, 48, 56]) view.setBigUint64(place + time, node.time, true);
  }

  read(one, list, count, offset) {
    let done = 0;
    for (const part of this.parts(list, count)) {
      const from = offset + done;
      const some = one.node.data.subarray(from, Math.min(from + part.length, one.node.size));
      part.set(some);
      done += some.length;
      if (some.length < part.length) break;
    }
    return done;
  }
}

const bytesOf = (text) => new TextEncoder().encode(text);

function setTimes(node, accessed, modified, flags) {
  // 4: to the time given; 8: to now. Of the times, only that of the last change is kept.
  if (flags & 4) node.time = modified;
  if (flags & 8) node.time = now();
}

function removed(wasi, fd, path, length, type) {
  const { parent, name, node } = wasi.find(fd, wasi.text(path, length));
  if (!node) throw new Refused(NOENT);
  if (type === DIRECTORY && node.type !== DIRECTORY) throw new Refused(NOTDIR);
  if (type !== DIRECTORY && node.type === DIRECTORY) throw new Refused(ISDIR);
  if (node.entries?.size) throw new Refused(NOTEMPTY);
  if (name === ".") throw new Refused(INVAL);
  parent.entries.delete(name);
}

const CALLS = {
  args_get: (wasi, pointers, place) => wasi.putStrings(wasi.args, pointers, place),
  args_sizes_get: (wasi, count, size) => wasi.putSizes(wasi.args, count, size),
  environ_get: (wasi, pointers, place) => wasi.putStrings(wasi.env, pointers, place),
  environ_sizes_get: (wasi, count, size) => wasi.putSizes(wasi.env, count, size),

  clock_res_get: (wasi, clock, place) => wasi.view().setBigUint64(place, 1000n, true),
  clock_time_get: (wasi, clock, precision, place) => {
    const time = clock === 0 ? now() : BigInt(Math.round(performance.now() * 1e6));
    wasi.view().setBigUint64(place, time, true);
  },
  random_get: (wasi, place, length) => {
    // At most 65536 bytes in one call.
    for (let i = 0; i < length; i += 65536) {
      crypto.getRandomValues(wasi.bytes(place + i, Math.min(65536, length - i)));
    }
  },

  fd_advise: (wasi, fd) => void wasi.at(fd),
  fd_sync: (wasi, fd) => void wasi.at(fd),
  fd_datasync: (wasi, fd) => void wasi.at(fd),
  fd_close: (wasi, fd) => {
    wasi.at(fd);
    wasi.open.delete(fd);
  },
  fd_fdstat_get: (wasi, fd, place) => {
    const { node, flags } = wasi.at(fd);
    const view = wasi.view();
    wasi.bytes(place, 24).fill(0);
    view.setUint8(place, node.type);
    view.setUint16(place + 2, flags, true);
    view.setBigUint64(place + 8, node.type === CHARACTER_DEVICE ? RIGHTS_OF_A_DEVICE : ALL_RIGHTS, true);
    view.setBigUint64(place + 16, ALL_RIGHTS, true);
  },
  fd_fdstat_set_flags: (wasi, fd, flags) => {
    wasi.at(fd).flags = flags;
  },
  fd_filestat_get: (wasi, fd, place) => wasi.putStat(wasi.at(fd).node, place),
  fd_filestat_set_size: (wasi, fd, size) => resize(wasi.fileAt(fd).node, Number(size)),
  fd_filestat_set_times: (wasi, fd, accessed, modified, flags) =>
    setTimes(wasi.at(fd).node, accessed, modified, flags),
  fd_prestat_get: (wasi, fd, place) => {
    const { name } = wasi.at(fd);
    if (!name) throw new Refused(BADF);
    wasi.view().setUint32(place, 0, true);
    wasi.view().setUint32(place + 4, name.length, true);
  },
  fd_prestat_dir_name: (wasi, fd, place, length) => {
    wasi.bytes(place, length).set(wasi.at(fd).name.subarray(0, length));
  },
  fd_read: (wasi, fd, list, count, place) => {
    const one = wasi.at(fd);
    if (one.node.type === DIRECTORY) throw new Refused(ISDIR);
    const done = one.node.type === REGULAR_FILE ? wasi.read(one, list, count, one.offset) : 0;
    one.offset += done;
    wasi.view().setUint32(place, done, true);
  },
  fd_pread: (wasi, fd, list, count, offset, place) => {
    wasi.view().setUint32(place, wasi.read(wasi.fileAt(fd), list, count, Number(offset)), true);
  },
  fd_write: (wasi, fd, list, count, place) => {
    const one = wasi.at(fd);
    let done = 0;
    for (const part of wasi.parts(list, count)) {
      if (one.node.type === CHARACTER_DEVICE) {
        wasi.output(one.node.name, part.slice());
      } else {
        if (wasi.fileAt(fd).flags & APPEND) one.offset = one.node.size;
        write(one.node, part, one.offset);
        one.offset += part.length;
      }
      done += part.length;
    }
    wasi.view().setUint32(place, done, true);
  },
  fd_pwrite: (wasi, fd, list, count, offset, place) => {
    const { node } = wasi.fileAt(fd);
    let done = 0;
    for (const part of wasi.parts(list, count)) {
      write(node, part, Number(offset) + done);
      done += part.length;
    }
    wasi.view().setUint32(place, done, true);
  },
  fd_seek: (wasi, fd, offset, whence, place) => {
    const one = wasi.fileAt(fd);
    const start = [0, one.offset, one.node.size][whence];
    if (start === undefined || start + Number(offset) < 0) throw new Refused(INVAL);
    one.offset = start + Number(offset);
    wasi.view().setBigUint64(place, BigInt(one.offset), true);
  },
  fd_tell: (wasi, fd, place) => wasi.view().setBigUint64(place, BigInt(wasi.fileAt(fd).offset), true),
  fd_readdir: (wasi, fd, place, length, cookie, used) => {
    const { node } = wasi.at(fd);
    if (node.type !== DIRECTORY) throw new Refused(NOTDIR);
    const rows = [[".", node], ["..", node], ...node.entries];
    let done = 0;
    for (let i = Number(cookie); i < rows.length && done < length; i++) {
      const [name, child] = rows[i];
      const bytes = bytesOf(name);
      const row = new Uint8Array(24 + bytes.length);
      const view = new DataView(row.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, child.ino, true);
      view.setUint32(16, bytes.length, true);
      view.setUint8(20, child.type);
      row.set(bytes, 24);
      // The last row may be cut off: then the buffer is full, and the caller asks for it again.
      const fits = row.subarray(0, length - done);
      wasi.bytes(place + done, fits.length).set(fits);
      done += fits.length;
    }
    wasi.view().setUint32(used, done, true);
  },

  path_create_directory: (wasi, fd, path, length) => {
    const { parent, name, node } = wasi.find(fd, wasi.text(path, length));
    if (node) throw new Refused(EXIST);
    parent.entries.set(name, folder());
  },
  path_filestat_get: (wasi, fd, flags, path, length, place) => {
    const { node } = wasi.find(fd, wasi.text(path, length));
    if (!node) throw new Refused(NOENT);
    wasi.putStat(node, place);
  },
  path_filestat_set_times: (wasi, fd, lookup, path, length, accessed, modified, flags) => {
    const { node } = wasi.find(fd, wasi.text(path, length));
    if (!node) throw new Refused(NOENT);
    setTimes(node, accessed, modified, flags);
  },
  path_open: (wasi, fd, lookup, path, length, how, rights, inherited, flags, place) => {
    const found = wasi.find(fd, wasi.text(path, length));
    let { node } = found;
    if (node && how & CREATE && how & EXCLUSIVE) throw new Refused(EXIST);
    if (!node) {
      if (!(how & CREATE)) throw new Refused(NOENT);
      node = file();
      found.parent.entries.set(found.name, node);
      found.parent.time = now();
    }
    if (how & MUST_BE_FOLDER && node.type !== DIRECTORY) throw new Refused(NOTDIR);
    if (how & TRUNCATE && node.type === DIRECTORY) throw new Refused(ISDIR);
    if (how & TRUNCATE && node.type === REGULAR_FILE) resize(node, 0);
    let opened = 4;
    while (wasi.open.has(opened)) opened += 1;
    wasi.open.set(opened, { node, offset: 0, flags });
    wasi.view().setUint32(place, opened, true);
  },
  path_readlink: () => INVAL, // nothing is a link
  path_remove_directory: (wasi, fd, path, length) => removed(wasi, fd, path, length, DIRECTORY),
  path_unlink_file: (wasi, fd, path, length) => removed(wasi, fd, path, length, REGULAR_FILE),
  path_rename: (wasi, fd, path, length, newFd, newPath, newLength) => {
    const from = wasi.find(fd, wasi.text(path, length));
    const to = wasi.find(newFd, wasi.text(newPath, newLength));
    if (!from.node) throw new Refused(NOENT);
    if (to.node && to.node !== from.node) {
      if (to.node.type === DIRECTORY && from.node.type !== DIRECTORY) throw new Refused(ISDIR);
      if (to.node.type !== DIRECTORY && from.node.type === DIRECTORY) throw new Refused(NOTDIR);
      if (to.node.entries?.size) throw new Refused(NOTEMPTY);
    }
    from.parent.entries.delete(from.name);
    to.parent.entries.set(to.name, from.node);
  },
  path_link: () => NOTSUP,
  path_symlink: () => NOTSUP,

  poll_oneoff: (wasi, subscriptions, events, count, place) => {
    // Nothing but time is waited for, and nothing else can be done meanwhile.
    const view = wasi.view();
    for (let i = 0; i < count; i++) {
      const from = subscriptions + 48 * i;
      const to = events + 32 * i;
      if (view.getUint8(from + 8) === 0) {
        const time = Number(view.getBigUint64(from + 24, true)) / 1e6;
        const isAbsolute = view.getUint16(from + 40, true) & 1;
        const start = isAbsolute && view.getUint32(from + 16, true) === 0 ? Date.now() : performance.now();
        const end = performance.now() + (isAbsolute ? time - start : time);
        while (performance.now() < end);
      }
      wasi.bytes(to, 32).fill(0);
      view.setBigUint64(to, view.getBigUint64(from, true), true);
      view.setUint8(to + 10, view.getUint8(from + 8));
    }
    view.setUint32(place, count, true);
  },
  proc_exit: (wasi, code) => {
    throw new Exit(code);
  },
  sched_yield: () => SUCCESS,
  sock_accept: () => NOSYS,
  sock_recv: () => NOSYS,
  sock_send: () => NOSYS,
  sock_shutdown: () => NOSYS,
};
