import { type ContentName, contentEntities } from '#contract/contents.ts'

/** Returns the content type of a back office URL. Throws a 404 response for other URLs. */
export const getContentTypeFromUrl = (url: string): ContentName => {
  const name = new URL(url).pathname.split('/')[2] ?? ''
  if (!(name in contentEntities)) throw new Response(null, { status: 404 })
  return name as ContentName
}
