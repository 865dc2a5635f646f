import { useTranslation } from '#web/shared/texts.ts'
import { Messages } from './message-list.tsx'

export default function Page() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminMessages.title')} · ${t('name')}`}</title>
      <Messages />
    </>
  )
}
