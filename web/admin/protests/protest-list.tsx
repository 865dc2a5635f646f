import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { pageSizes } from '#contract/page-sizes.ts'
import { type AdminProtest, type ProtestSettings, protestStates } from '#contract/protest.ts'
import type { RuleSet } from '#contract/rule-set.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { StatusBadge } from '#web/admin/shared/status-badge.tsx'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { getParticipantName, useProtestSubjectFormatter } from './protest-names.ts'
import { ProtestReviewDialog } from './protest-review-dialog.tsx'

type Props = { settings: ProtestSettings; ruleSet: RuleSet | null }

/** Shows the protests of an event, the open ones first, with a dialog that shows and answers one. */
export function ProtestList({ settings, ruleSet }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatSubject = useProtestSubjectFormatter(ruleSet)
  const [openId, setOpenId] = useState<string>()
  const eventId = settings.event.id
  const list = useListState<AdminProtest>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    load: ({ page, perPage, search, filters }, signal) => adminApi.protests.list(eventId, { page, perPage, search, ...filters }, signal),
  })
  const getName = (protest: AdminProtest) => getParticipantName(protest, t)
  return (
    <>
      <DataList
        name="protests"
        entity="protest"
        titleOrder={2}
        list={list}
        getName={getName}
        columns={[
          {
            key: 'participant',
            title: t('adminProtests.participant'),
            render: (protest) => (
              <Stack gap={0}>
                <Text fw={600}>
                  <bdi>{getName(protest)}</bdi>
                </Text>
                {protest.teamNo ? (
                  <Text size="sm" c="dimmed">
                    <bdi dir="ltr">{protest.teamNo}</bdi>
                  </Text>
                ) : null}
              </Stack>
            ),
          },
          { key: 'about', title: t('adminProtests.about'), render: (protest) => formatSubject(protest) },
          {
            key: 'reason',
            title: t('adminProtests.reason'),
            render: ({ reason }) => (
              <Text size="sm" dir="auto" lineClamp={3} maw={420} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {reason || t('protests.erased')}
              </Text>
            ),
          },
          { key: 'sentAt', title: t('adminProtests.sentAt'), render: ({ createdAt }) => formatDateTime(createdAt) },
          {
            key: 'state',
            title: t('adminProtests.state'),
            render: ({ state }) => <StatusBadge status={state === 'open' ? 'open' : 'done'}>{t(`protests.states.${state}`)}</StatusBadge>,
          },
        ]}
        actions={(protest) => {
          const label = t('adminProtests.review', { name: `\u2068${getName(protest)}\u2069` })
          return (
            <Tooltip label={label}>
              <ActionIcon variant="subtle" size={36} aria-label={label} onClick={() => setOpenId(protest.id)}>
                <IconGavel size={20} />
              </ActionIcon>
            </Tooltip>
          )
        }}
        filters={[
          {
            name: 'state',
            label: t('adminProtests.state'),
            options: protestStates.map((value) => ({ value, label: t(`protests.states.${value}`) })),
          },
        ]}
      />
      {openId ? (
        <ProtestReviewDialog
          key={openId}
          settings={settings}
          ruleSet={ruleSet}
          protestId={openId}
          onClose={() => setOpenId(undefined)}
          onAnswered={() => void list.reload()}
        />
      ) : null}
    </>
  )
}
