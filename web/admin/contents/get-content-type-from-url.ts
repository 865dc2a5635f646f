import { type ContentName, contentTypes } from './content-types.ts'

/** The content type of a back office address. Throws a 404 for any other address. */
export const getContentTypeFromUrl = (url: string): ContentName => {
  const name = new URL(url).pathname.split('/')[2] ?? ''
  if (!(name in contentTypes)) throw new Response(null, { status: 404 })
  return name as ContentName
}
