/** Encodes Arabic and ASCII letters in Windows-1256. */
export const encodeWindows1256 = (text: string): Uint8Array => {
  const decoder = new TextDecoder('windows-1256')
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte] as const),
  )
  return Uint8Array.from(text, (letter) => bytes.get(letter) as number)
}
