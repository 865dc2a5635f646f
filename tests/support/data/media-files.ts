/** Bytes that differ from place to place, so that a part in the wrong place changes the checksum. */
const fill = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  for (let offset = 0; offset + 4 <= size; offset += 4)
    bytes.writeUInt32LE(Math.imul(offset, 2_654_435_761) >>> 0, offset)
  return bytes
}

/** Creates a file that begins as a Windows program does. */
export const createWindowsProgram = (size: number): Buffer => {
  const bytes = fill(size)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(128, 60)
  bytes.write('PE\0\0', 128, 'latin1')
  return bytes
}

/** Creates a file that ends as a disk image of macOS does. */
export const createDiskImage = (size: number): Buffer => {
  const bytes = fill(size)
  bytes.write('koly', size - 512, 'latin1')
  return bytes
}

/** Creates a file that begins as a WebM video does. */
export const createWebmFile = (size: number): Buffer => {
  const bytes = fill(size)
  bytes.write('\x1a\x45\xdf\xa3', 0, 'latin1')
  bytes.write('webm', 24, 'latin1')
  return bytes
}
