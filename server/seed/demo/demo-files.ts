import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { getSmallImageName } from '#contract/site/small-image.ts'
import type { Db } from '#server/platform/db/open.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { simulatorFiles } from '#server/platform/db/schema/media.ts'
import { type FileStore, getUploadUrlPath, type UploadFolder } from '#server/platform/lib/files.ts'
import { shrinkToSmallImageIfWider } from '#server/platform/lib/images.ts'
import { getMediaType } from '#server/platform/lib/stored-files.ts'

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
const createSimulatorDemoFilesByName = (): Map<string, DemoFile> =>
  new Map(
    Object.entries({ 'simulator.exe': createWindowsProgram(), 'simulator.dmg': createDiskImage() }).map(
      ([name, bytes]) => {
        const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
        return [
          name,
          {
            folder: 'simulator',
            name: `demo-${name.replace('.', `-${hash}.`)}`,
            type: getMediaType(name),
            bytes,
          },
        ]
      },
    ),
  )

/** Publishes a demo file of the simulator for each system that has neither a file nor a link. */
export async function insertMissingDemoSimulatorFileRows(
  tx: Db,
  demoFiles: ReadonlyMap<string, DemoFile>,
): Promise<void> {
  const links = (await tx.select({ value: settings.value }).from(settings)).map(
    ({ value }) => value.simulator,
  )
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

/** The uploads folder of a demo file, by the prefix of its name. */
const foldersByPrefix: Record<string, UploadFolder> = {
  cover: 'events',
  banner: 'events',
  partner: 'partners',
  flag: 'organizers',
  story: 'site',
}
const mediaTypes: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' }

/**
 * A demo file under the name in the file store, which contains a hash of its bytes because the content of a
 * stored file never changes.
 */
export type DemoFile = { folder: UploadFolder; name: string; type: string; bytes: Uint8Array }

/**
 * Reads the demo files and creates those of the simulator. The keys are their original names
 * (`cover-oasis.webp`); `root` is the folder of the package.
 */
export async function loadDemoFilesByName(root: string): Promise<Map<string, DemoFile>> {
  const folder = `${root}/server/seed/demo/files`
  const demoFiles = new Map<string, DemoFile>()
  for (const name of await readdir(folder)) {
    const uploadFolder = foldersByPrefix[name.split(/[-.]/)[0] ?? '']
    const extension = extname(name)
    const type = mediaTypes[extension]
    if (!uploadFolder || !type) continue
    const bytes = await readFile(`${folder}/${name}`)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const file: DemoFile = {
      folder: uploadFolder,
      name: `demo-${name.slice(0, -extension.length)}-${hash}${extension}`,
      type,
      bytes,
    }
    demoFiles.set(name, file)
    const small = name.startsWith('banner-') ? await shrinkToSmallImageIfWider(bytes) : undefined
    if (small)
      demoFiles.set(getSmallImageName(name), { ...file, name: getSmallImageName(file.name), bytes: small })
  }
  for (const [name, file] of createSimulatorDemoFilesByName()) demoFiles.set(name, file)
  return demoFiles
}

/** Stores all files. After an error, removes those that were stored. */
export async function storeAllOrNoDemoFiles(files: FileStore, list: Iterable<DemoFile>): Promise<void> {
  const all = [...list]
  const results = await Promise.allSettled(
    all.map((file) => files.put(file.folder, file.name, file.bytes, file.type)),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await Promise.allSettled(all.map((file) => files.remove(file.folder, file.name)))
  throw failed.reason
}

/** Returns the stored name of a demo file. Throws when the package does not contain the file. */
export function getDemoFileStoredName(demoFiles: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = demoFiles.get(name)
  if (!file) throw new Error(`The demo file ${name} is missing`)
  return file.name
}

/** Returns the URL path of a demo file. Throws when the package does not contain the file. */
export function getDemoFileUrlPath(demoFiles: ReadonlyMap<string, DemoFile>, name: string): string {
  const file = demoFiles.get(name)
  if (!file) throw new Error(`The demo file ${name} is missing`)
  return getUploadUrlPath(file.folder, file.name)
}
