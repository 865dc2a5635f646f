import { redirect } from 'react-router'

/** Redirects to the dashboard. */
export const clientLoader = () => {
  throw redirect('/admin/dashboard')
}

export default function DashboardRedirect() {
  return null
}
