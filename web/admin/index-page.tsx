import { redirect } from 'react-router'

/** The back office opens with the dashboard. */
export const clientLoader = () => {
  throw redirect('/admin/dashboard')
}

export default function AdminIndex() {
  return null
}
