/** Where log lines are written. */
export interface LogDestination {
  write(line: string): unknown;
  readonly isTTY?: boolean;
}

let standard: LogDestination | null = null;

/**
 * Standard output, one write for all lines of a tick: a write to a pipe costs more than the line. What a tick has left
 * is written when the process exits.
 */
export function standardOutput(): LogDestination {
  standard ??= process.stdout.isTTY ? process.stdout : gathered(process.stdout);
  return standard;
}

function gathered(output: NodeJS.WriteStream): LogDestination {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') output.write(lines);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      if (waiting === '') setImmediate(flush);
      waiting += line;
    },
  };
}
