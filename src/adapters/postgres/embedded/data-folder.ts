import { randomBytes } from 'node:crypto';
import { access, chmod, constants, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartFailure } from '#core/shared/start-failure.ts';

/** Creates `folder` with its parents, accessible to its owner only. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await makeFolders(folder);
  const { mode, uid } = await stat(folder);
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && user !== uid) {
    throw new StartFailure(
      `The folder ${folder} belongs to user ${uid}, and this process runs as user ${user}: start it as user ${uid}, ` +
        'or set PARLEY_DATA_DIR to another folder',
    );
  }
  // Other users may pass through the folder, which a database that runs as a system user needs, but not list it.
  if ((mode & 0o066) !== 0) await chmod(folder, 0o700 | (mode & 0o011));
}

/**
 * Creates `folder`, closed to other users, with its parents, which a database that runs as a system user has to pass
 * through.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) return;
    for (let parent = dirname(folder); parent.startsWith(made); parent = dirname(parent)) {
      await chmod(parent, 0o711);
    }
  } catch (error) {
    ignoreCode('ENOENT')(error);
    // Node reports this for a read-only disk, too. The parent that exists tells the difference.
    await access(await existingParent(folder), constants.W_OK);
    throw error;
  }
}

/** The master secret of the data folder, created on the first call: 32 random bytes, base64url. */
export async function readMasterSecret(dataFolder: string): Promise<string> {
  await ensurePrivateFolder(dataFolder);
  return readOrCreateSecretFile(join(dataFolder, 'secret'));
}

/** The random text in the file at `path`. Processes that start at the same time all get the same text. */
export async function readOrCreateSecretFile(path: string): Promise<string> {
  const existing = await readSecretFile(path);
  if (existing !== null) return existing;

  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, randomBytes(32).toString('base64url'));
    // link() never replaces a file: the first process wins, and no process ever reads half a file.
    await link(draft, path).catch(ignoreCode('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return readOrCreateSecretFile(path);
}

async function readSecretFile(path: string): Promise<string | null> {
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    if (secret.length < 32)
      throw new StartFailure(`The secret in ${path} is damaged: restore the file from a backup`);
    return secret;
  } catch (error) {
    ignoreCode('ENOENT')(error);
    return null;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(`${text}\n`);
  await file.sync();
}

async function existingParent(folder: string): Promise<string> {
  const parent = dirname(folder);
  const exists = await stat(parent).then(
    () => true,
    () => false,
  );
  return exists || parent === folder ? parent : existingParent(parent);
}

function ignoreCode(code: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
}
