import { ActionIcon, Select, Stack, Text, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { type DeskMessage, type MessageState, messageStates } from '#contract/desk.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { problemWords } from '#web/admin/shared/problem-words.ts'
import { useList } from '#web/admin/shared/use-list.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { LongText } from './long-text.tsx'

/** What visitors wrote, and what became of it. */
export function Messages() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const list = useList<DeskMessage>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    load: ({ page, perPage, search, filters }, signal) => adminApi.messages.list({ page, perPage, search, ...filters }, signal),
  })
  const moment = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' })
  const options = messageStates.map((value) => ({ value, label: t(`adminDesk.states.${value}`) }))
  const put = (message: DeskMessage) => list.replace((rows) => rows.map((row) => (row.id === message.id ? message : row)))
  const set = async (message: DeskMessage, state: MessageState) => {
    put({ ...message, state })
    try {
      put(await adminApi.messages.setState(message.id, state))
      toast.success(t('messages.statusUpdated'))
    } catch (error) {
      put(message)
      toast.error(problemWords(t, error))
    }
  }
  return (
    <DataList
      name="messages"
      title={t('adminDesk.messages')}
      list={list}
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: t('adminDesk.name'),
          render: ({ name, email, phone }) => (
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
            </Stack>
          ),
        },
        {
          key: 'message',
          title: t('adminDesk.message'),
          render: ({ body, lang: of }) => <LongText text={body} lang={of} />,
        },
        { key: 'kind', title: t('adminDesk.kind'), render: ({ kind }) => t(`adminDesk.kinds.${kind}`) },
        { key: 'at', title: t('adminDesk.at'), render: ({ createdAt }) => moment.format(Date.parse(createdAt)) },
        {
          key: 'state',
          title: t('adminDesk.state'),
          render: (message) => (
            <Select
              aria-label={t('adminDesk.stateOf', { name: message.name })}
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
        <Tooltip label={t('adminDesk.reply', { name: message.name })}>
          <ActionIcon
            component="a"
            href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(t('adminDesk.subject'))}`}
            variant="subtle"
            size={36}
            aria-label={t('adminDesk.reply', { name: message.name })}
          >
            <IconMailForward size={20} />
          </ActionIcon>
        </Tooltip>
      )}
      filters={[{ name: 'state', label: t('adminDesk.state'), options }]}
      remove={adminApi.messages.remove}
    />
  )
}
