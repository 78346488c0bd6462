"""Kernels forked from a process that has already imported what notebooks use.

    with warm_kernels(len(notebooks)):
        ...  # start kernels as ever: Jupyter finds these by the name python3

A kernel spends most of the time of its start on imports, the same for each
notebook. Here one process imports, waits at a socket, and forks. What Jupyter
starts in place of a kernel is a small client: it passes on its folder, its
environment and its open files, then the signals that it gets, and it ends as
the kernel does. The package is not among the imports, for some of its modules
ask whether there is a kernel. The process lives as long as one build or one
run of tests. A kernel ends with its client, and all end with whoever started
the process, even if that is killed.

What is read at import, such as OMP_NUM_THREADS, is read before the fork. On
Windows there is no fork, and on macOS libraries do not survive it: there,
kernels start as ever.
"""

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import sys

IMPORTS = """
    ipykernel.kernelapp ipykernel.debugger numpy pandas matplotlib.pyplot
    scipy.stats scipy.cluster.hierarchy scipy.integrate scipy.optimize
    sklearn.cluster sklearn.datasets sklearn.metrics sklearn.mixture
    sklearn.neighbors sklearn.pipeline sklearn.preprocessing
"""
# As a kernel would have it; and a remark of the debugger is for nobody.
DURING_IMPORT = {
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}


@contextlib.contextmanager
def warm_kernels(n_kernels):
    """Let kernels named python3 be forked, if there are enough to gain by it.

    Parameters
    ----------
    n_kernels : int
        How many will be started. To import for one or two takes as long as
        they would.
    """
    if n_kernels < 3:
        yield
        return
    with kernel_server() as folder, in_reach(folder):
        yield


@contextlib.contextmanager
def kernel_server():
    """Start the process; gives the folder in which Jupyter finds its kernels.

    It imports when its kernels come into reach. On systems where it cannot
    fork the folder is empty, so that Jupyter looks on.
    """
    import subprocess
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory(prefix="kernels-") as folder:
        if sys.platform != "linux":
            yield folder
            return
        from ipykernel.kernelspec import get_kernel_dict

        address = f"{folder}/socket"
        python = [sys.executable, "-I", "-S", __file__]
        spec = get_kernel_dict() | {
            "argv": [*python, "client", address, "-f", "{connection_file}"],
            "env": {"JUPYTER_PATH": os.environ.get("JUPYTER_PATH", "")},
        }
        place = Path(folder, "kernels", "python3", "kernel.json")
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(spec), encoding="utf-8")
        # Listening before the process has started: no client can be too early.
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            listener.listen(128)
            number = listener.fileno()
            process = subprocess.Popen(
                [sys.executable, __file__, "server", folder, str(number)],
                env=DURING_IMPORT | os.environ,
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            yield folder
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def in_reach(folder):
    """Let Jupyter find the kernels of a folder, before all others."""
    if os.path.exists(f"{folder}/socket"):
        # A kernel that had to wait for the imports could be given up.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as one:
            one.connect(f"{folder}/socket")
            one.shutdown(socket.SHUT_WR)
            one.recv(1)
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (folder, before)))
    try:
        yield
    finally:
        del os.environ["JUPYTER_PATH"]
        if before is not None:
            os.environ["JUPYTER_PATH"] = before


def own_kernel(arguments):
    """Become a kernel as ever, for the process that forks is gone."""
    command = [sys.executable, "-m", "ipykernel_launcher", *arguments]
    os.execv(sys.executable, command)


def client(address, *arguments):
    """Ask for a kernel, pass signals on to it, and end as it does."""
    parent = os.getppid()
    server = socket.socket(socket.AF_UNIX)
    request = [os.getcwd(), dict(os.environ), arguments]
    try:
        server.connect(address)
        socket.send_fds(server, [b" "], [0, 1, 2])
        server.sendall(json.dumps(request).encode() + b"\n")
    except OSError:
        own_kernel(arguments)

    def relay(number, frame):
        with contextlib.suppress(ConnectionError):  # it has just ended
            server.sendall(bytes([number]))

    relayed = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
    for name in relayed:
        signal.signal(signal.Signals[name], relay)
    # Whoever has started the client may be killed: then the kernel ends, too.
    started = False
    while os.getppid() == parent:
        if select.select([server], [], [], 1)[0]:
            try:
                answer = server.recv(16)
            except ConnectionResetError:  # killed with a request unread
                answer = b""
            if not started:
                if not answer:  # the process was killed before it forked
                    own_kernel(arguments)
                started, answer = True, answer[1:]
                if not answer:
                    continue
            code = int(answer or 1)
            for name in relayed:
                signal.signal(signal.Signals[name], signal.SIG_DFL)
            if code < 0:
                os.kill(os.getpid(), -code)
            sys.exit(code)


def import_all():
    """Import what notebooks use, as it would be in a kernel."""
    import builtins
    import types

    # By it, pandas finds out how wide it may print.
    builtins.get_ipython = lambda: types.SimpleNamespace(kernel=None)
    for name in IMPORTS.split():
        importlib.import_module(name)
    del builtins.get_ipython


def serve(folder, number):
    """Fork kernels until the parent ends or says so."""
    import shutil

    parent, stopped, kernels = os.getppid(), [], {}
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    listener, before = socket.socket(fileno=int(number)), list(os.environ)
    while not stopped and os.getppid() == parent:
        waiting = [listener, *kernels]
        for one in select.select(waiting, [], [], 0.1)[0]:
            if one is not listener:
                # Signals; or nothing, because the client has ended.
                for number in one.recv(64) or [signal.SIGKILL]:
                    os.killpg(kernels[one], number)
                continue
            import_all()
            client, _ = listener.accept()
            _, files, *_ = socket.recv_fds(client, 1, 3)
            request = client.makefile().readline()
            if not request:  # only to wait, or ended already
                client.close()
                continue
            process = os.fork()
            if not process:
                for connection in (*waiting, client):
                    connection.close()
                for name in before:
                    del os.environ[name]
                return become_kernel(files, *json.loads(request))
            # Here and there: whoever is first, the group is there to signal.
            os.setpgid(process, process)
            kernels[client] = process
            with contextlib.suppress(ConnectionError):  # it has just ended
                client.sendall(b"+")
            for file in files:
                os.close(file)
        for client, process in list(kernels.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                code = os.waitstatus_to_exitcode(status)
                with client, contextlib.suppress(ConnectionError):
                    client.sendall(str(code).encode())
                del kernels[client]
    for process in kernels.values():
        os.killpg(process, signal.SIGKILL)
    shutil.rmtree(folder)


def become_kernel(files, folder, environment, arguments):
    """Be the kernel that a client asked for."""
    from ipykernel.kernelapp import launch_new_instance
    from numpy import random

    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.update(environment)
    random.seed()  # noqa: NPY002 - else what draws from it draws the same
    sys.argv = ["ipykernel_launcher", *arguments]
    # A kernel ends when its parent does: here that is the server.
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    launch_new_instance(argv=[*arguments, parent])


if __name__ == "__main__":
    role, *rest = sys.argv[1:]
    if role == "client":
        client(*rest)
    else:
        del sys.path[0]  # the folder of this file
        serve(*rest)
