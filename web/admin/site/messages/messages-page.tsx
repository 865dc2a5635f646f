import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import type { Message } from '#contract/site/message.schema.ts'
import { type MessageState, messageStates } from '#contract/site/message.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { createDeletedRecordApi, toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconMailForward } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ExpandableText, ReplyDialog, ReplyList } from './message-replies.tsx'
import styles from './messages.module.css'

const deletedRecords = createDeletedRecordApi(callApi, '/api/admin/messages')

/** Shows the list of messages of visitors, with their state. */
function MessageList() {
  const { t, tAttribute } = useTranslation()
  const list = useLoadedListWithUrlQuery<Message>({
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
  const toStateLabel = (state: MessageState) => t(`adminMessages.states.${state}`)
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
      <RecordListWithToolbarAndActions
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
                  <BreakableEmailAddress>{email}</BreakableEmailAddress>
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
              <ChoiceSelect
                aria-label={tAttribute('adminMessages.stateOf', { name: message.name })}
                w={126}
                choices={messageStates}
                toLabel={toStateLabel}
                value={message.state}
                onChange={(state) => void set(message, state)}
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
              aria-label={tAttribute('adminMessages.reply', { name: message.name })}
            >
              <IconMailForward size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        filters={[
          {
            name: 'state',
            label: t('adminMessages.state'),
            options: messageStates.map((value) => ({ value, label: toStateLabel(value) })),
          },
        ]}
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
