import { ActionIcon, Anchor, Button, Group, Select, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { listSortKeys } from '#contract/list-sort.ts'
import type { Message, MessageReply } from '#contract/message.schema.ts'
import { type MessageState, messageLimits, messageStates } from '#contract/message.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { ErrorAlert, getErrorMessage, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { EmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useUrlList } from '#web/admin/shared/use-url-list.ts'
import { createDeletedRecordApi, toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './messages.module.css'

const lines = 2
const isLong = (text: string) => text.length > 80 || text.split('\n').length > lines

/** Shows the first lines of a text, and a button that shows all of it. */
function ExpandableText({ text, lang }: { text: string; lang: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <>
      <Text
        size="sm"
        lang={lang}
        dir="auto"
        maw={520}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        // a long text scrolls, so that its sender stays in view
        {...(long
          ? open
            ? {
                mah: 320,
                role: 'region',
                tabIndex: 0,
                'aria-label': t('adminMessages.message'),
                className: styles.opened,
              }
            : { lineClamp: lines }
          : {})}
      >
        {text}
      </Text>
      {long ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'admin.list.close' : 'adminMessages.read')}
        </Anchor>
      ) : null}
    </>
  )
}

/** Shows the answers to a message: who sent them, when, and their texts. */
function ReplyList({ replies, lang }: { replies: readonly MessageReply[]; lang: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (replies.length === 0) return null
  return (
    <Stack gap="xs" mt="xs">
      {replies.map(({ id, body, by, at }) => (
        <div
          key={id}
          style={{
            borderInlineStart: '3px solid var(--mantine-color-default-border)',
            paddingInlineStart: 12,
          }}
        >
          <Text size="xs" c="dimmed">
            {t('adminMessages.answeredBy', {
              name: `\u2068${by || t('admin.list.unknownAccount')}\u2069`,
              at: formatDateTime(at),
            })}
          </Text>
          <ExpandableText text={body} lang={lang} />
        </div>
      ))}
    </Stack>
  )
}

type Props = { message: Message; onClose: () => void; onReplied: (message: Message) => void }

/** Shows a message with the replies that were sent, and a form that sends a reply by email. */
function ReplyDialog({ message, onClose, onReplied }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { failure, submitting, submit, reject } = useSubmitWithErrorFocus()
  const { id, name, email, reference, body, lang } = message
  const send = () => {
    if (text.trim() === '') return reject(t('messages.formIncomplete'), { body: t('fieldErrors.required') })
    void submit(async () => {
      const answered = await callApi('POST /api/admin/messages/reply', { json: { id, body: text } })
      toast.success(answered.msg)
      onReplied(answered.message)
      onClose()
    })
  }
  const mailProgram = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`${t('adminMessages.subject')} (${reference})`)}`
  return (
    <AdminDialog
      onClose={onClose}
      title={t('adminMessages.reply', { name: `\u2068${name}\u2069` })}
      size="lg"
    >
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
            {reference} · <EmailAddress>{email}</EmailAddress>
          </Text>
          <Text
            lang={lang}
            dir="auto"
            mah={220}
            style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', overflowY: 'auto' }}
          >
            {body}
          </Text>
          <ReplyList replies={message.replies} lang={lang} />
          <ErrorAlert message={failure?.message} />
          <Textarea
            label={t('adminMessages.answer')}
            description={t(
              lang === 'ar' ? 'adminMessages.writtenInArabic' : 'adminMessages.writtenInEnglish',
            )}
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
    </AdminDialog>
  )
}

const deletedRecords = createDeletedRecordApi(callApi, '/api/admin/messages')

/** Shows the list of messages of visitors, with their state. */
function MessageList() {
  const { t } = useTranslation()
  const list = useUrlList<Message>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    sortKeys: listSortKeys.messages,
    load: async ({ page, perPage, search, filters, sort }, signal) => {
      const query = toListQuery({ page, perPage, search, sort, ...filters })
      const { messages, totalItems } = await callApi('GET /api/admin/messages', { query, signal })
      return { rows: messages, total: totalItems }
    },
  })
  const { formatDateTime } = useDateFormat()
  const [answered, setAnswered] = useState<Message>()
  const options = messageStates.map((value) => ({ value, label: t(`adminMessages.states.${value}`) }))
  const put = (message: Message) =>
    list.updateRows((rows) => rows.map((row) => (row.id === message.id ? message : row)))
  const set = async (message: Message, state: MessageState) => {
    put({ ...message, state })
    try {
      put((await callApi('PATCH /api/admin/messages', { json: { id: message.id, state } })).message)
      toast.success(t('messages.statusUpdated'))
    } catch (error) {
      put(message)
      toast.error(getErrorMessage(t, error))
    }
  }
  return (
    <>
      <DataList
        name="messages"
        entity="message"
        list={list}
        getName={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('adminMessages.name'),
            render: ({ name, email, phone, reference }) => (
              <Stack gap={0}>
                <Text fw={600}>
                  <Bdi>{name}</Bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  <EmailAddress>{email}</EmailAddress>
                </Text>
                <Text size="sm" c="dimmed">
                  <bdi dir="ltr">{reference}</bdi>
                  {phone ? (
                    <>
                      {' · '}
                      <bdi dir="ltr">{phone}</bdi>
                    </>
                  ) : null}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'message',
            title: t('adminMessages.message'),
            render: ({ body, replies, lang: of }) => (
              <div className={styles.message}>
                <ExpandableText text={body} lang={of} />
                <ReplyList replies={replies} lang={of} />
              </div>
            ),
          },
          {
            key: 'kind',
            title: t('adminMessages.kind'),
            render: ({ kind }) => t(`adminMessages.kinds.${kind}`),
          },
          {
            key: 'at',
            title: t('adminMessages.at'),
            noWrap: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
          {
            key: 'state',
            title: t('adminMessages.state'),
            render: (message) => (
              <Select
                aria-label={t('adminMessages.stateOf', { name: message.name })}
                w={126}
                allowDeselect={false}
                data={options}
                value={message.state}
                onChange={(state) => void set(message, state as MessageState)}
              />
            ),
          },
        ]}
        actions={(message) => (
          <Tooltip label={t('adminMessages.reply', { name: message.name })}>
            <ActionIcon
              onClick={() => setAnswered(message)}
              variant="subtle"
              size={36}
              aria-label={t('adminMessages.reply', { name: message.name })}
            >
              <IconMailForward size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        filters={[{ name: 'state', label: t('adminMessages.state'), options }]}
        remove={(id) => callApi('DELETE /api/admin/messages', { query: { id } })}
        restore={(id) => callApi('POST /api/admin/messages/restore', { json: { id } })}
        deletedRecords={deletedRecords}
        purgePermission="privacy"
      />
      {answered ? (
        <ReplyDialog message={answered} onClose={() => setAnswered(undefined)} onReplied={put} />
      ) : null}
    </>
  )
}

export default function VisitorMessagesPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.message.many')} · ${t('name')}`}</title>
      <MessageList />
    </>
  )
}
