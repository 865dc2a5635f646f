import { createHash } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { settings } from '#server/db/schema/content.ts'
import { simulatorFiles } from '#server/db/schema/media.ts'
import { getMediaType } from '#server/lib/file-names.ts'
import type { DemoFile } from './demo-files.ts'

const note = 'Botola demo file. It contains no simulator.\r\n'

/** Creates a Windows program of 1,024 bytes that ends at once with the exit code 0. */
function createWindowsProgram(): Buffer {
  const bytes = Buffer.alloc(1024)
  const write32 = (offset: number, ...values: number[]) => {
    for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, offset + 4 * i)
  }
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(0x80, 60)
  bytes.write(note, 64, 'latin1')
  // the COFF header: i386, one section, 224 bytes of optional header, an executable without relocations
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(0x14c, 0x84)
  bytes.writeUInt16LE(1, 0x86)
  bytes.writeUInt16LE(0xe0, 0x94)
  bytes.writeUInt16LE(0x103, 0x96)
  // the optional header of a console program, whose entry point is the begin of the section
  bytes.writeUInt16LE(0x10b, 0x98)
  write32(0x9c, 0x200, 0, 0, 0x1000, 0x1000, 0x2000, 0x400000, 0x1000, 0x200, 6, 0, 6, 0, 0x2000, 0x200, 0)
  bytes.writeUInt16LE(3, 0xdc)
  write32(0xe0, 0x100000, 0x1000, 0x100000, 0x1000, 0, 16)
  bytes.write('.text', 0x178, 'latin1')
  write32(0x180, 3, 0x1000, 0x200, 0x200)
  bytes.writeUInt32LE(0x60000020, 0x19c)
  // xor eax, eax; ret
  bytes.set([0x31, 0xc0, 0xc3], 0x200)
  return bytes
}

/** Creates an empty disk image of 1,024 bytes: a block of data, and the trailer of the format UDIF. */
function createDiskImage(): Buffer {
  const bytes = Buffer.alloc(1024)
  bytes.write(note, 0, 'latin1')
  const trailer = bytes.subarray(512)
  trailer.write('koly', 0, 'latin1')
  trailer.writeUInt32BE(4, 4)
  trailer.writeUInt32BE(512, 8)
  trailer.writeUInt32BE(1, 12)
  // the data fork: 512 bytes from the beginning; one segment
  trailer.writeUInt32BE(512, 36)
  trailer.writeUInt32BE(1, 56)
  trailer.writeUInt32BE(1, 60)
  return bytes
}

/** Creates the files of the simulator. The keys are their names. */
export const createSimulatorDemoFilesByName = (): Map<string, DemoFile> =>
  new Map(
    Object.entries({ 'simulator.exe': createWindowsProgram(), 'simulator.dmg': createDiskImage() }).map(([name, bytes]) => {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
      return [name, { folder: 'simulator', name: `demo-${name.replace('.', `-${hash}.`)}`, type: getMediaType(name), bytes }]
    }),
  )

/** Publishes the files of the simulator for each system without a file or a link. */
export async function insertDemoSimulatorFiles(tx: Db, demoFiles: ReadonlyMap<string, DemoFile>): Promise<void> {
  const links = (await tx.select({ value: settings.value }).from(settings)).map(({ value }) => value.simulator)
  for (const [platform, extension] of [
    ['win', 'exe'],
    ['mac', 'dmg'],
  ] as const) {
    const file = demoFiles.get(`simulator.${extension}`)
    if (!file || links.some((link) => link[platform])) continue
    await tx
      .insert(simulatorFiles)
      .values({
        platform,
        storedName: file.name,
        fileName: `botola-simulator-demo.${extension}`,
        version: 'demo',
        size: file.bytes.byteLength,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
        demo: true,
      })
      .onConflictDoNothing()
  }
}
