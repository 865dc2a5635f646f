import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Message, messageLimits } from '#contract/message.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { ReplyList } from './reply-list.tsx'

type Props = { message: Message; onClose: () => void; onReplied: (message: Message) => void }

/** Answers a message by mail. It shows the message and the answers that were sent. */
export function ReplyDialog({ message, onClose, onReplied }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { failure, submitting, submit, reject } = useAdminSubmit()
  const { id, name, email, reference, body, lang } = message
  const send = () => {
    if (text.trim() === '') return reject(t('messages.formIncomplete'), { body: t('fieldErrors.required') })
    void submit(async () => {
      const answered = await adminApi.messages.reply(id, text)
      toast.success(answered.text)
      onReplied(answered.message)
      onClose()
    })
  }
  const mailProgram = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`${t('adminMessages.subject')} (${reference})`)}`
  return (
    <Dialog onClose={onClose} title={t('adminMessages.reply', { name: `\u2068${name}\u2069` })} size="lg">
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {reference} · <bdi dir="ltr">{email}</bdi>
          </Text>
          <Text lang={lang} dir="auto" mah={220} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', overflowY: 'auto' }}>
            {body}
          </Text>
          <ReplyList replies={message.replies} lang={lang} />
          <ErrorAlert message={failure?.message} />
          <Textarea
            label={t('adminMessages.answer')}
            description={t(lang === 'ar' ? 'adminMessages.writtenInArabic' : 'adminMessages.writtenInEnglish')}
            lang={lang}
            dir="auto"
            autosize
            minRows={6}
            maxRows={16}
            maxLength={messageLimits.body}
            data-autofocus
            value={text}
            error={failure?.fields.body}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="space-between">
            <Anchor size="sm" href={mailProgram}>
              {t('adminMessages.mailProgram')}
            </Anchor>
            <Group>
              <Button variant="default" onClick={onClose}>
                {t('admin.list.cancel')}
              </Button>
              <Button type="submit" loading={submitting}>
                {t('adminMessages.send')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
