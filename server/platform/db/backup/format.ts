import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Table } from './tables.ts'
import type { WaitingJobs } from './waiting-jobs.ts'

/** The file is truncated, damaged, or not a backup. `message` is the end of a sentence. */
export class BackupFileError extends Error {}

/**
 * The first line of a backup, as JSON, which can be read without the key. After it, the file consists of
 * encrypted blocks; decrypted and decompressed, these are entries: a line of JSON, followed by as many bytes
 * as it says.
 */
export type BackupHeader = {
  format: 'botola-backup'
  formatVersion: 2
  /** The version of Botola that made the backup. */
  version: string
  createdAt: string
  /** Timestamp of the newest migration of the tables. */
  migration: number
  /** Random bytes (hex), from which the keys of this file derive. */
  salt: string
  /** Identifies the `SECRET_KEY` without revealing it. */
  key: string
}
export const backupHeaderStart = '{"format":"botola-backup"'
export const formatVersion = 2

/** The contents of the first entry. */
export type BackupHead = { tables: Table[]; sequences: Record<string, string | null>; work: WaitingJobs }

/** The contents of the last entry: the checksums of everything before it. */
export type BackupTail = {
  tables: Record<string, { rows: number; sha256: string }>
  /** By folder and name. */
  files: Record<string, { size: number; sha256: string }>
}

/**
 * The line before the bytes of an entry. The rows of a table are in PostgreSQL's COPY text format, in several
 * entries; a row may span two of them.
 */
export type BackupEntry = { size: number } & (
  | { type: 'head' }
  | { type: 'rows'; table: string }
  | { type: 'file'; folder: string; name: string }
  | { type: 'tail' }
)

/**
 * Derives the key of a file, and the text that identifies the secret, from a secret and the salt of the file.
 */
export const deriveBackupKeyAndId = (secret: string, salt: string): { encryptionKey: Buffer; id: string } => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'hex'), 'botola backup', 48))
  return { encryptionKey: bytes.subarray(0, 32), id: bytes.subarray(32).toString('hex') }
}

const blockSize = 64 * 1024
const tagSize = 16

/**
 * The nonce of a block: its number, and whether it is the last one. So blocks cannot be left out, repeated or
 * moved. The key is used for one file only.
 */
const createNonce = (number: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Yields the pieces of a source as blocks of `size` bytes; the last one has at least one byte, unless the
 * source is empty.
 */
const toBlocks = async function* (
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ block: Buffer; isLast: boolean }> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    pieces.push(piece)
    length += piece.length
    if (length <= size) continue
    const bytes = Buffer.concat(pieces, length)
    let offset = 0
    for (; length - offset > size; offset += size)
      yield { block: bytes.subarray(offset, offset + size), isLast: false }
    pieces = [bytes.subarray(offset)]
    length -= offset
  }
  yield { block: Buffer.concat(pieces, length), isLast: true }
}

/**
 * Encrypts a stream in blocks (AES-256-GCM). Decryption detects a block that was moved, or that belongs to
 * another header.
 */
export const createBlockEncryptor = (key: Buffer, header: Buffer) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let number = 0
    for await (const { block, isLast } of toBlocks(source, blockSize)) {
      const cipher = createCipheriv('aes-256-gcm', key, createNonce(number++, isLast))
      cipher.setAAD(header)
      yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
    }
  }

/**
 * Decrypts what `createBlockEncryptor` wrote. Throws a `BackupFileError` before it yields a block that was changed
 * or is not in its place, and when the last block is missing.
 */
export const createBlockDecryptor = (key: Buffer, header: Buffer) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let number = 0
    for await (const { block, isLast } of toBlocks(source, blockSize + tagSize)) {
      if (block.length < tagSize) throw new BackupFileError('it is damaged or incomplete')
      const decipher = createDecipheriv('aes-256-gcm', key, createNonce(number++, isLast), {
        authTagLength: tagSize,
      })
      decipher.setAAD(header)
      decipher.setAuthTag(block.subarray(block.length - tagSize))
      const bytes = decipher.update(block.subarray(0, block.length - tagSize))
      try {
        decipher.final()
      } catch (error) {
        throw new BackupFileError('it is damaged or incomplete', { cause: error })
      }
      yield bytes
    }
  }
