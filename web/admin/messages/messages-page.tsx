import { useTranslation } from '#web/shared/texts.ts'
import { MessageList } from './message-list.tsx'

export default function MessagesPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.message.many')} · ${t('name')}`}</title>
      <MessageList />
    </>
  )
}
