export const clientLoader = () => {
  throw new Response(null, { status: 404 })
}

export default function UnmatchedAdminRoute() {
  return null
}
