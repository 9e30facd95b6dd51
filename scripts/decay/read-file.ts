import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_BYTES } from '../../src/core/text-decode';
import { type Io, inputError } from './command';

/** A file's bytes, or those of standard input for "-". @throws InputError when it cannot be read. */
export async function readBytes(file: string, io: Io): Promise<Uint8Array> {
  if (file === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of io.stdin) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) {
      const mb = Math.round(size / 1024 / 1024);
      throw inputError(
        'too-large',
        `“${file}” has ${mb} MB; files up to ${MAX_BYTES / 1024 / 1024} MB are read.`,
      );
    }
    return new Uint8Array(await readFile(file));
  } catch (error) {
    throw isSystemError(error) ? unreadable(file, error.code) : error;
  }
}

export const isSystemError = (
  error: unknown,
): error is Error & { readonly code: string; readonly syscall: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';

function unreadable(file: string, code: string) {
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return inputError('file-missing', `There is no file “${file}”.`);
  if (code === 'EISDIR') return inputError('file-is-folder', `“${file}” is a folder; name a file in it.`);
  if (code === 'EACCES' || code === 'EPERM')
    return inputError('file-unreadable', `“${file}” may not be read by this user.`);
  return inputError('file-unreadable', `“${file}” could not be read (${code}).`);
}

/** A file's name without its folders, for titles. */
export const nameOf = (file: string): { readonly name?: string } =>
  file === '-' ? {} : { name: path.basename(file) };
