# Asks for all that a program can ask of its host, in a folder of its own. What it prints hangs on the host alone.
import os
import stat
import sys
import time

HERE = os.path.join(sys.argv[1] if len(sys.argv) > 1 else "/tmp", "here")


def tried(what, act):
    try:
        result = act()
    except OSError as error:
        result = f"{type(error).__name__} {os.strerror(error.errno) == error.strerror}"
    print(what, result)


def path(name):
    return os.path.join(HERE, name)


def write(name, text, mode="w"):
    with open(path(name), mode) as file:
        return file.write(text)


def read(name):
    with open(path(name)) as file:
        return file.read()


tried("make", lambda: os.mkdir(HERE))
tried("make in nothing", lambda: os.mkdir(path("a/b")))
tried("make deep", lambda: os.makedirs(path("a/b/c")))
tried("write", lambda: write("one.txt", "first line\nsecond\n"))
tried("append", lambda: write("one.txt", "third\n", "a"))
tried("read", lambda: read("one.txt"))
tried("exclusive", lambda: write("one.txt", "", "x"))
tried("read nothing", lambda: read("none.txt"))
tried("read a folder", lambda: read("a"))
tried("through a file", lambda: read("one.txt/two"))
tried("kinds", lambda: [stat.S_ISDIR(os.stat(path(one)).st_mode) for one in ("a", "one.txt")])
tried("names", lambda: sorted(os.listdir(HERE)))


def random_access():
    with open(path("two.bin"), "wb+") as file:
        file.write(bytes(range(100)))
        file.seek(10)
        file.write(b"xyz")
        file.seek(-3, os.SEEK_CUR)
        part = file.read(5)
        end = file.seek(0, os.SEEK_END)
        file.seek(150)
        file.write(b"far")
        file.flush()
        file.seek(98)
        hole = file.read()
        file.truncate(20)
        file.seek(0)
        return part, end, len(hole), hole[:4], hole[-3:], len(file.read())


tried("random access", random_access)
tried("before the start", lambda: os.lseek(os.open(path("two.bin"), os.O_RDONLY), -1, os.SEEK_SET))


def two_at_once():
    with open(path("one.txt")) as first, open(path("one.txt"), "a") as second:
        first.readline()
        second.write("fourth\n")
        second.flush()
        return first.read()


tried("two at once", two_at_once)
tried("rename", lambda: os.rename(path("one.txt"), path("a/moved.txt")))
tried("rename over", lambda: os.replace(path("two.bin"), path("a/moved.txt")))
tried("rename a folder", lambda: os.rename(path("a/b"), path("b")))
tried("there", lambda: (os.path.exists(path("a/b/c")), os.path.exists(path("b/c"))))
tried("remove a full one", lambda: os.rmdir(path("a")))
tried("unlink", lambda: os.unlink(path("a/moved.txt")))
tried("remove", lambda: os.rmdir(path("a")))
tried("remove a file", lambda: (write("f", "x"), os.rmdir(path("f"))))
tried("change folder", lambda: (os.chdir(HERE), os.path.basename(os.getcwd()), sorted(os.listdir("."))))
tried("relative", lambda: (write("r.txt", "o" * 5000), os.path.getsize("r.txt")))
tried("time", lambda: abs(time.time() - time.time_ns() / 1e9) < 1)
tried("random", lambda: (len(os.urandom(64)), os.urandom(16) != os.urandom(16)))
tried("big", lambda: (write("big", "x" * 3_000_000), os.path.getsize(path("big"))))
