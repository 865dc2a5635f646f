import { readFileSync } from 'node:fs'

const warmUps = 20
const requests = 40

/** Returns the milliseconds that the threads of a process have spent on a processor (Linux). */
const readProcessorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * Returns one of many addresses of a page: the home page with further slashes, another page with other
 * capital letters in `events`.
 */
const createAddress = (path: string, number: number): string =>
  path
    .replace(/^\/events/, (text) =>
      text.replace(/[a-z]/g, (letter, at) => ((number >> (at - 1)) & 1 ? letter.toUpperCase() : letter)),
    )
    .replace(/^\/(?=$|\?)/, '/'.repeat(number + 1))

/** Requests pages at addresses that no cache has. Returns the milliseconds on a processor for one request. */
export const measureRenderedPages = async (
  address: string,
  pid: number,
  paths: readonly string[],
): Promise<{ path: string; milliseconds: number }[]> => {
  const get = async (path: string) => {
    const reply = await fetch(`${address}${path}`)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    await reply.arrayBuffer()
  }
  const figures: { path: string; milliseconds: number }[] = []
  for (const path of paths) {
    for (let i = 1; i <= warmUps; i++) await get(createAddress(path, i))
    const before = readProcessorTime(pid)
    for (let i = 1; i <= requests; i++) await get(createAddress(path, warmUps + i))
    figures.push({ path, milliseconds: (readProcessorTime(pid) - before) / requests })
  }
  return figures
}
