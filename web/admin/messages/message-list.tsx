import { ActionIcon, Select, Stack, Text, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { listSortKeys } from '#contract/list-sort.ts'
import { type Message, type MessageState, messageStates } from '#contract/message.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ExpandableText } from './expandable-text.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReplyList } from './reply-list.tsx'

/** Shows the list of messages of visitors, with their state. */
export function MessageList() {
  const { t } = useTranslation()
  const list = useListState<Message>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    sortKeys: listSortKeys.messages,
    load: ({ page, perPage, search, filters, sort }, signal) => adminApi.messages.list({ page, perPage, search, sort, ...filters }, signal),
  })
  const { formatDateTime } = useDateFormat()
  const [answered, setAnswered] = useState<Message>()
  const options = messageStates.map((value) => ({ value, label: t(`adminMessages.states.${value}`) }))
  const put = (message: Message) => list.updateRows((rows) => rows.map((row) => (row.id === message.id ? message : row)))
  const set = async (message: Message, state: MessageState) => {
    put({ ...message, state })
    try {
      put(await adminApi.messages.setState(message.id, state))
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
        title={t('adminMessages.title')}
        list={list}
        getName={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('adminMessages.name'),
            render: ({ name, email, phone, reference }) => (
              <Stack gap={0}>
                <Text fw={600}>
                  <bdi>{name}</bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  <bdi dir="ltr">{email}</bdi>
                </Text>
                {phone ? (
                  <Text size="sm" c="dimmed">
                    <bdi dir="ltr">{phone}</bdi>
                  </Text>
                ) : null}
                <Text size="sm" c="dimmed">
                  <bdi dir="ltr">{reference}</bdi>
                </Text>
              </Stack>
            ),
          },
          {
            key: 'message',
            title: t('adminMessages.message'),
            render: ({ body, replies, lang: of }) => (
              <>
                <ExpandableText text={body} lang={of} />
                <ReplyList replies={replies} lang={of} />
              </>
            ),
          },
          { key: 'kind', title: t('adminMessages.kind'), render: ({ kind }) => t(`adminMessages.kinds.${kind}`) },
          { key: 'at', title: t('adminMessages.at'), render: ({ createdAt }) => formatDateTime(createdAt) },
          {
            key: 'state',
            title: t('adminMessages.state'),
            render: (message) => (
              <Select
                aria-label={t('adminMessages.stateOf', { name: message.name })}
                w={140}
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
        remove={adminApi.messages.remove}
        restore={adminApi.messages.restore}
        deletedRecords={adminApi.messages.deleted}
        purgePermission="privacy"
      />
      {answered ? <ReplyDialog message={answered} onClose={() => setAnswered(undefined)} onReplied={put} /> : null}
    </>
  )
}
