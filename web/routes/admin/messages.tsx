import { Messages } from '#web/features/desk/messages.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDesk.messages')} · ${t('name')}`}</title>
      <Messages />
    </>
  )
}
