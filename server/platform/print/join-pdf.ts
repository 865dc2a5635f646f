import { closeSync, openSync, writeSync } from 'node:fs'

/** The ids of the objects that the parts of a joined file share. */
const sharedIds = { pages: 1, structure: 2, document: 3 } as const

/** Reads the bytes of each object of a PDF file by its id, as its cross-reference table gives them, and its trailer. */
const readObjects = (pdf: Buffer) => {
  const end = pdf.toString('latin1', Math.max(0, pdf.length - 2048))
  const tableAt = Number(/startxref\s+(\d+)/.exec(end)?.[1])
  const table = pdf.toString('latin1', tableAt)
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)]
    .flatMap(([, offset, kind], id) => (kind === 'n' ? [{ id, offset: Number(offset) }] : []))
    .toSorted((one, other) => one.offset - other.offset)
  const objects = new Map(
    offsets.map(({ id, offset }, index) => [id, pdf.subarray(offset, offsets[index + 1]?.offset ?? tableAt)]),
  )
  if (objects.size === 0) throw new Error('The PDF file has no cross-reference table')
  return { objects, trailer: table.slice(table.indexOf('trailer'), table.indexOf('startxref')) }
}

/** Returns where a string of a PDF file ends, which begins at `at` with `(` or `<`. */
const findEndOfString = (text: string, at: number): number => {
  if (text[at] === '<') return text.indexOf('>', at) + 1
  let depth = 0
  for (let end = at; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === '(') depth++
    else if (text[end] === ')' && --depth === 0) return end + 1
  }
  throw new Error('A string of the PDF file does not end')
}

type Changes = { words: (words: string) => string; text: (text: string) => string }

/** Returns an object of a PDF file whose strings are replaced by `text`, and everything between strings by `words`. The data of a stream stays. */
const changeObject = (object: Buffer, { words, text: changeText }: Changes): Buffer => {
  const text = object.toString('latin1')
  const untilStringOrStream = /(?:[^(<s]|<<|s(?!tream\n))*/y
  const changed: string[] = []
  let at = 0
  while (at < text.length && text[at] !== 's') {
    untilStringOrStream.lastIndex = at
    const [found = ''] = untilStringOrStream.exec(text) ?? []
    changed.push(words(found))
    at += found.length
    if (text[at] === '(' || text[at] === '<') {
      const end = findEndOfString(text, at)
      changed.push(changeText(text.slice(at, end)))
      at = end
    }
  }
  return Buffer.concat([Buffer.from(changed.join(''), 'latin1'), object.subarray(at)])
}

const findReference = (object: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1])
/** Returns what is between the brackets after a name of a dictionary. */
const findArray = (object: string, name: string): string =>
  new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(object)?.[1] ?? ''
const listReferences = (array: string): number[] =>
  [...array.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))

/** The id of a cell of a table in a structure tree, as Typst writes it. */
const cellId = /^\(U\d+x\d+y\d+\)$/

/**
 * Creates a PDF file at `path` of the pages of several ones, which Typst wrote with the same settings: their pages
 * follow each other, and so do the parts of their structure trees, which programs that read aloud need. `add` takes
 * the bytes of a file, `finish` writes the rest.
 */
export const createJoinedPdfWriter = (path: string) => {
  const file = openSync(path, 'wx', 0o600)
  let position = 0
  let nextId: number = Math.max(...Object.values(sharedIds)) + 1
  let partCount = 0
  const offsets = new Map<number, number>()
  const lists = {
    pages: [] as string[],
    parents: [] as string[],
    elements: [] as string[],
    cells: [] as string[],
  }
  let trailer = ''
  let roleMap = ''

  const write = (bytes: Buffer | string) => {
    const buffer = Buffer.from(bytes as string, 'latin1')
    for (let written = 0; written < buffer.length; ) written += writeSync(file, buffer, written)
    position += buffer.length
  }
  const writeObject = (id: number, object: Buffer | string) => {
    offsets.set(id, position)
    write(object)
  }

  const add = (pdf: Buffer): void => {
    const { objects, trailer: ownTrailer } = readObjects(pdf)
    const get = (id: number) => objects.get(id)?.toString('latin1') ?? ''
    const [catalogId, infoId] = [findReference(ownTrailer, 'Root'), findReference(ownTrailer, 'Info')]
    const pagesId = findReference(get(catalogId), 'Pages')
    const structureId = findReference(get(catalogId), 'StructTreeRoot')
    const structure = get(structureId)
    const [documentId = 0] = listReferences(findArray(structure, 'K'))
    const newIds = new Map<number, number>([
      [pagesId, sharedIds.pages],
      [structureId, sharedIds.structure],
      [documentId, sharedIds.document],
    ])
    const [base, firstPage] = [nextId, lists.pages.length]
    const toNewId = (id: number) => newIds.get(id) ?? base + id
    const prefix = `P${String(partCount).padStart(4, '0')}`
    const changes: Changes = {
      words: (words) =>
        words
          .replace(/(\d+) 0 (R|obj)\b/g, (_, id, kind) => `${toNewId(Number(id))} 0 ${kind}`)
          .replace(/\/StructParents (\d+)/g, (_, page) => `/StructParents ${firstPage + Number(page)}`),
      text: (text) => (cellId.test(text) ? `(${prefix}${text.slice(1)}` : text),
    }
    const left = new Set(newIds.keys())
    if (partCount > 0)
      for (const id of [catalogId, infoId, findReference(get(catalogId), 'Metadata')]) left.add(id)
    else {
      trailer = changeObject(Buffer.from(ownTrailer, 'latin1'), changes).toString('latin1')
      roleMap = /\/RoleMap <<[^>]*>>/.exec(structure)?.[0] ?? ''
    }
    for (const [id, object] of objects)
      if (!left.has(id)) writeObject(toNewId(id), changeObject(object, changes))

    const toReference = (id: number) => `${toNewId(id)} 0 R`
    lists.pages.push(...listReferences(findArray(get(pagesId), 'Kids')).map(toReference))
    for (const id of listReferences(findArray(get(documentId), 'K'))) lists.elements.push(toReference(id))
    for (const [, page, id] of findArray(structure, 'Nums').matchAll(/(\d+) (\d+) 0 R/g))
      lists.parents.push(`${firstPage + Number(page)} ${toReference(Number(id))}`)
    for (const [, name, id] of findArray(structure, 'Names').matchAll(/(\(U\w+\)) (\d+) 0 R/g))
      lists.cells.push(`${changes.text(name ?? '')} ${toReference(Number(id))}`)
    nextId = base + Math.max(...objects.keys()) + 1
    partCount++
  }

  const finish = (): void => {
    const { pages, document, structure } = sharedIds
    const writeDictionary = (id: number, ...entries: string[]) =>
      writeObject(id, `${id} 0 obj\n<<\n  ${entries.filter(Boolean).join('\n  ')}\n>>\nendobj\n\n`)
    writeDictionary(pages, '/Type /Pages', `/Count ${lists.pages.length}`, `/Kids [${lists.pages.join(' ')}]`)
    writeDictionary(
      structure,
      '/Type /StructTreeRoot',
      roleMap,
      `/K [${document} 0 R]`,
      `/ParentTree << /Nums [${lists.parents.join(' ')}] >>`,
      `/ParentTreeNextKey ${lists.pages.length}`,
      lists.cells.length > 0 ? `/IDTree << /Names [${lists.cells.join(' ')}] >>` : '',
    )
    writeDictionary(
      document,
      '/Type /StructElem',
      '/S /Document',
      `/P ${structure} 0 R`,
      `/K [${lists.elements.join(' ')}]`,
    )
    const tableAt = position
    const rows = Array.from({ length: nextId }, (_, id) => {
      const offset = offsets.get(id)
      return offset === undefined ? `0000000000 65535 f \n` : `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    write(`xref\n0 ${nextId}\n${rows.join('')}`)
    write(trailer.replace(/\/Size \d+/, `/Size ${nextId}`))
    write(`startxref\n${tableAt}\n%%EOF\n`)
    closeSync(file)
  }

  write('%PDF-1.7\n%\x80\x80\x80\x80\n\n')
  return { add, finish }
}
