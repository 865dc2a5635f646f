import { useTranslation } from 'react-i18next'
import { Messages } from '#web/features/desk/messages.tsx'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDesk.messages')} · ${t('name')}`}</title>
      <Messages />
    </>
  )
}
