import { Stack, Text } from '@mantine/core'
import type { MessageReply } from '#contract/message.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ExpandableText } from './expandable-text.tsx'

/** Shows the answers to a message: who sent them, when, and their texts. */
export function ReplyList({ replies, lang }: { replies: readonly MessageReply[]; lang: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (replies.length === 0) return null
  return (
    <Stack gap="xs" mt="xs">
      {replies.map(({ id, body, by, at }) => (
        <div key={id} style={{ borderInlineStart: '3px solid var(--mantine-color-default-border)', paddingInlineStart: 12 }}>
          <Text size="xs" c="dimmed">
            {t('adminMessages.answeredBy', { name: `\u2068${by || t('admin.list.unknownAccount')}\u2069`, at: formatDateTime(at) })}
          </Text>
          <ExpandableText text={body} lang={lang} />
        </div>
      ))}
    </Stack>
  )
}
