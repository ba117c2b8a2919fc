# Runs the text of each line of its input in a child of its own, with exactly the environment given there. The child is
# forked, because most of the time of a Python program goes into imports, which are done here once.
import http.client, json, os, ssl, sys, traceback

os.dup2(1, 2)
for line in sys.stdin:
    program = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(program["folder"])
        sys.path[0] = program["folder"]
        os.environ.clear()
        os.environ.update(program["env"])
        code = 0
        try:
            exec(compile(program["source"], "guide", "exec"), {"__name__": "__main__"})
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else int(error.code is not None)
            # As the interpreter does at its end.
            if code != error.code and error.code is not None:
                print(error.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(1, f"\0{status % 256}\n".encode())
