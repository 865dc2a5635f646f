const missing = () => {
  throw new Response(null, { status: 404 })
}
export const loader = missing
export const clientLoader = missing

/** Shows the route of all other paths; the layout shows 'Page Not Found'. */
export default function NotFoundPage() {
  return null
}
