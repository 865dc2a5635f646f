import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const digits = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit, value) => [digit.charCodeAt(0), value]),
)

/**
 * Finds the position in the sources of a position in a built script, both counted from 1. `mappings` is that of the source map: base64 VLQ numbers, with a semicolon after
 * each line and a comma after each segment. A library would hold 100 MB for all of them.
 */
const findSegment = (mappings: string, line: number, column: number) => {
  let found: { source: number; line: number } | undefined
  let [currentLine, currentColumn, source, sourceLine] = [1, 1, 0, 1]
  let [field, value, shift] = [0, 0, 0]
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at)
    if (code === 0x3b) {
      if (currentLine++ === line) break
      ;[currentColumn, field] = [1, 0]
    } else if (code === 0x2c) field = 0
    else {
      const digit = digits.get(code) ?? 0
      value |= (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      const change = value & 1 ? -(value >>> 1) : value >>> 1
      ;[value, shift] = [0, 0]
      if (field === 0) currentColumn += change
      else if (field === 1) source += change
      else if (field === 2) {
        sourceLine += change
        if (currentLine === line && currentColumn <= column) found = { source, line: sourceLine }
      }
      field++
    }
  }
  return found
}

/** Finds the source of a position in a script, as `server/main.ts:12` below `root`, by the source map beside the script. */
const findSource = (root: string, script: string, line: number, column: number): string | undefined => {
  const path = `${script}.map`
  if (!existsSync(path)) return undefined
  const { mappings, sources } = JSON.parse(readFileSync(path, 'utf8')) as { mappings: string; sources: string[] }
  const found = findSegment(mappings, line, column)
  const source = found && sources[found.source]
  return source === undefined ? undefined : `${relative(root, resolve(dirname(script), source))}:${found?.line}`
}

/** Frames of earlier errors with their sources: reading a source map takes about 50 ms. */
const knownPositions = new Map<string, string>()
const cacheSize = 1000

/** Replaces the positions in built scripts by those in the sources, in the frames of a stack. Other frames stay as they are. */
export const replaceBuiltPositions = (frames: string): string =>
  frames.replace(
    /(file:\/\/[^\s()]+)(\/build\/program\/[^\s()]+\.js):(\d+):(\d+)/g,
    (position, root: string, script: string, line: string, column: string) => {
      const known = knownPositions.get(position)
      if (known !== undefined) return known
      let source = position
      try {
        source = findSource(fileURLToPath(root), fileURLToPath(root + script), Number(line), Number(column)) ?? position
      } catch {
        // a damaged map must not hide the error
      }
      if (knownPositions.size < cacheSize) knownPositions.set(position, source)
      return source
    },
  )
