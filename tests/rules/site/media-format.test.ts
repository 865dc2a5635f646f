import { describe, expect, it } from 'vitest'
import { getExtensionOfFileName, hasSignatureOfExtension } from '#contract/site/media-format.ts'
import { createDiskImage, createWebmFile, createWindowsProgram } from '../../support/data/media-files.ts'

const mp4 = Buffer.from('\0\0\0\x18ftypisom', 'latin1')
const files = {
  exe: createWindowsProgram(1024),
  dmg: createDiskImage(1024),
  mp4,
  webm: createWebmFile(1024),
}

describe('the first and last bytes of a file', () => {
  it.each(Object.entries(files))('of the extension %s fit it, and no other one', (extension, bytes) => {
    for (const other of ['exe', 'dmg', 'mp4', 'webm', 'svg', ''])
      expect(hasSignatureOfExtension(other, bytes, bytes.subarray(-512)), other).toBe(other === extension)
  })

  it('are refused where only a part of the mark is there', () => {
    const without = (bytes: Buffer, at: number) => {
      const changed = Buffer.from(bytes)
      changed[at] = 0x78
      return changed
    }
    // without MZ, without PE, shorter than the header
    for (const head of [without(files.exe, 0), without(files.exe, 128), files.exe.subarray(0, 63)])
      expect(hasSignatureOfExtension('exe', head, head)).toBe(false)
    expect(hasSignatureOfExtension('dmg', files.dmg, files.dmg.subarray(-511))).toBe(false)
    expect(hasSignatureOfExtension('webm', without(files.webm, 1), mp4)).toBe(false)
    expect(hasSignatureOfExtension('webm', without(files.webm, 25), mp4)).toBe(false)
    // QuickTime has the same box
    expect(hasSignatureOfExtension('mp4', Buffer.from('\0\0\0\x18ftypqt  ', 'latin1'), mp4)).toBe(false)
  })
})

it.each([
  ['Film.MP4', 'mp4'],
  ['setup.tar.exe', 'exe'],
  ['film.mp4.', ''],
  ['film', ''],
  ['', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(getExtensionOfFileName(name)).toBe(extension)
})
