import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { cleanCodeOrPhoneToWesternDigits } from '#contract/accounts/identity.ts'
import { findLinkInName } from '#contract/people/teams/person-name.ts'
import { findControlCodePoint, findUnstorableCodePoint } from '#contract/platform/text.ts'
import type { FieldProblem } from './app-error.ts'
import { parsePhoneIfValid } from './identity.ts'

/** The cells of a line after its trailing empty ones were cut, and the bytes of a line. */
export const csvLineLimits = { cells: 500, bytes: 256 * 1024 }

/** Why a file is no CSV file. */
export type CsvFileErrorCode = 'spreadsheet-file' | 'picture-file' | 'not-text-file' | 'unknown-encoding'
export class CsvFileError extends Error {
  readonly code: CsvFileErrorCode
  constructor(code: CsvFileErrorCode) {
    super(code)
    this.code = code
  }
}

const headSize = 4096
/** The first bytes of files that people rename to .csv, as Latin-1. */
const signatures: readonly [string, CsvFileErrorCode][] = [
  ['PK\x03\x04', 'spreadsheet-file'],
  ['\xd0\xcf\x11\xe0', 'spreadsheet-file'],
  ['\x89PNG', 'picture-file'],
  ['\xff\xd8\xff', 'picture-file'],
  ['GIF8', 'picture-file'],
  ['RIFF', 'picture-file'],
  ['%PDF', 'not-text-file'],
]
const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Recognizes UTF-16 by its byte order mark, or by the zero bytes of ASCII characters, all of which are at odd
 * or at even offsets.
 */
const detectUtf16 = (head: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0) return undefined
  if (odd > 20 * even) return 'utf-16le'
  if (even > 20 * odd) return 'utf-16be'
  throw new CsvFileError('not-text-file')
}

const readPieces = (path: string) => createReadStream(path) as AsyncIterable<Buffer>
const isUtf8 = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of readPieces(path)) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
/**
 * Returns whether a file that is not UTF-8 is a text in Windows-1256. A text in another single-byte encoding,
 * read as Windows-1256, often has Arabic letters next to Latin ones, or control characters.
 */
const isWindows1256 = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('windows-1256')
  let arabicCount = 0
  let mixedCount = 0
  for await (const bytes of readPieces(path)) {
    const text = decoder.decode(bytes, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none of these
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return false
    arabicCount += countMatches(text, /[\u0600-\u06ff]/g)
    mixedCount += countMatches(
      text,
      /[A-Za-z\u00c0-\u024f](?=[\u0600-\u06ff])|[\u0600-\u06ff](?=[A-Za-z\u00c0-\u024f])/g,
    )
  }
  return mixedCount * 10 <= arabicCount
}

const detectEncoding = async (path: string): Promise<string> => {
  const head = await readHead(path)
  const start = head.toString('latin1', 0, 8)
  const found = signatures.find(([signature]) => start.startsWith(signature))
  if (found) throw new CsvFileError(found[1])
  const utf16 = detectUtf16(head)
  if (utf16) return utf16
  if (await isUtf8(path)) return 'utf-8'
  if (await isWindows1256(path)) return 'windows-1256'
  throw new CsvFileError('unknown-encoding')
}

/**
 * Reads a text file in pieces with the line end `\n`: UTF-8 and UTF-16 with or without a byte order mark, or
 * Windows-1256, which an Arabic Excel writes. Throws a `CsvFileError` for other files.
 */
export async function* streamDecodedCsvFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await detectEncoding(path), { fatal: true })
  // a line end may be split between two pieces
  let heldBack = ''
  const normalize = (piece: string) => {
    const text = heldBack + piece
    if (text.includes('\0')) throw new CsvFileError('not-text-file')
    heldBack = text.endsWith('\r') ? '\r' : ''
    return text.slice(0, text.length - heldBack.length).replace(/\r\n?/g, '\n')
  }
  try {
    for await (const bytes of readPieces(path)) yield normalize(decoder.decode(bytes, { stream: true }))
    yield normalize(decoder.decode()) + heldBack.replace('\r', '\n')
  } catch (error) {
    if (error instanceof TypeError) throw new CsvFileError('unknown-encoding')
    throw error
  }
}

/**
 * Finds why the text of a cell cannot be stored: it is too long, or it has a character that its field does not
 * take. `maxLength` counts characters; a text of several lines (`hasLines`) may have control characters.
 */
export const findCellTextProblem = (
  text: string,
  { maxLength, hasLines = false }: { maxLength: number; hasLines?: boolean },
): Pick<FieldProblem, 'code' | 'values'> | undefined => {
  if ([...text].length > maxLength) return { code: 'too-long', values: { limit: maxLength } }
  const character = findUnstorableCodePoint(text) ?? (hasLines ? undefined : findControlCodePoint(text))
  return character === undefined ? undefined : { code: 'bad-characters', values: { character } }
}

/**
 * Finds why a cell is no name of a person, as a form does: it has a link. The message names the part of the
 * name that looks like one.
 */
export const findWebLinkProblemInNameCell = (
  name: string,
): Pick<FieldProblem, 'code' | 'values'> | undefined => {
  const part = findLinkInName(name)
  return part === undefined ? undefined : { code: 'has-link', values: { part } }
}

/**
 * Converts a cell to E.164: a number as the exports write it, without the plus, or as people type it.
 * Undefined for an invalid one.
 */
export const parsePhoneCell = (cell: string): string | undefined => {
  const digits = cleanCodeOrPhoneToWesternDigits(cell)
  // a number with a country code is unambiguous, so it comes first
  return (
    (/^[1-9]\d{9,14}$/.test(digits) ? parsePhoneIfValid(`+${digits}`) : undefined) ?? parsePhoneIfValid(cell)
  )
}

/**
 * Converts a contact, which is a phone number or another text, as `parsePhoneCell` does. Other texts stay as
 * they are.
 */
export const normalizePhoneInContactCell = (cell: string): string => parsePhoneCell(cell) ?? cell
