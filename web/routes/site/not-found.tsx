import { useTranslation } from 'react-i18next'

export const loader = () => {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}

export function ErrorBoundary() {
  const { t } = useTranslation()
  return <h1>{t('messages.pageNotFound')}</h1>
}
