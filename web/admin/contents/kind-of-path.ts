import { type KindName, kinds } from './kinds.ts'

/** The kind of record that an address of the back office is about. Throws a 404 for none. */
export const kindOfPath = (url: string): KindName => {
  const name = new URL(url).pathname.split('/')[2] ?? ''
  if (!(name in kinds)) throw new Response(null, { status: 404 })
  return name as KindName
}
