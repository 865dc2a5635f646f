export const clientLoader = () => {
  throw new Response(null, { status: 404 })
}

export default function AdminNotFoundPage() {
  return null
}
