import { Button, Group, Select, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type {
  SeasonMovePreview,
  SeasonMoveSelection,
  SeasonYearRecord,
} from '#contract/people/seasons/season-year.schema.ts'
import { PaidPendingOrFreeBadge } from '#web/admin/people/teams/team-parts.tsx'
import { ErrorAlert } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { competitions: ActiveCompetition[]; stages: string[]; onClose: () => void; onMoved: () => void }
type Values = {
  fromId: string | null
  toId: string | null
  competitionId: string
  stage: string
  paid: string
}

const toSelection = ({
  fromId,
  toId,
  competitionId,
  stage,
  paid,
}: Values): SeasonMoveSelection | undefined =>
  fromId && toId && fromId !== toId
    ? {
        fromId,
        toId,
        competitionId: competitionId || undefined,
        stage: stage || undefined,
        paid: paid === '' ? undefined : paid === 'paid',
      }
    : undefined

/** Shows a dialog that chooses teams of a season, shows them, and moves all of them to another season. */
export function MoveTeamsBetweenSeasonsDialog({ competitions, stages, onClose, onMoved }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [seasons, setSeasons] = useState<SeasonYearRecord[]>([])
  const [preview, setPreview] = useState<SeasonMovePreview>()
  const form = useForm({
    initialValues: { fromId: null, toId: null, competitionId: '', stage: '', paid: '' } as Values,
    send: async (values, action: 'preview' | 'move' = 'preview') => {
      const json = toSelection(values)
      if (!json) return
      const loadPreview = async () =>
        setPreview(await callApi('POST /api/admin/season-moves/preview', { json }))
      if (action === 'preview') return loadPreview()
      try {
        await callApi('POST /api/admin/season-moves', { json: { ...json, count: preview?.count ?? 0 } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        await loadPreview()
        form.reject(t('adminSeasons.move.changed'))
        return
      }
      toast.success(t('adminSeasons.move.done'))
      onMoved()
      onClose()
    },
    onChange: () => setPreview(undefined),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void form.run(async () => {
      const { records } = await adminApi.seasons.list({ perPage: 100 })
      setSeasons(records)
      const from = records.find(({ active }) => active)
      const to = records
        .filter(({ year }) => from && year > from.year)
        .toSorted((one, other) => one.year - other.year)[0]
      form.set({ fromId: from?.id ?? null, toId: to?.id ?? null })
    })
  }, [])
  const selection = toSelection(form.values)
  const select = (name: keyof Values, label: string, data: { value: string; label: string }[]) => (
    <Select
      label={label}
      allowDeselect={false}
      data={data}
      value={form.values[name]}
      onChange={(value) => form.set({ [name]: value })}
    />
  )
  const seasonOptions = seasons.map(({ id, year, name }) => ({ value: id, label: `${year} · ${name[lang]}` }))
  const withAll = (options: { value: string; label: string }[]) => [
    { value: '', label: t('adminSeasons.move.all') },
    ...options,
  ]
  return (
    <AdminDialog onClose={onClose} title={t('adminSeasons.move.title')} size="xl">
      <Stack>
        <Text size="sm">{t('adminSeasons.move.intro')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {select('fromId', t('adminSeasons.move.from'), seasonOptions)}
          {select('toId', t('adminSeasons.move.to'), seasonOptions)}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {select(
            'competitionId',
            t('adminSeasons.move.competition'),
            withAll(competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))),
          )}
          {select(
            'stage',
            t('adminSeasons.move.stage'),
            withAll(
              stages.filter(Boolean).map((stage) => ({ value: stage, label: formatTeamStage(t, stage) })),
            ),
          )}
          {select(
            'paid',
            t('adminSeasons.move.payment'),
            withAll([
              { value: 'paid', label: t('adminTeams.paid') },
              { value: 'pending', label: t('adminTeams.pending') },
            ]),
          )}
        </SimpleGrid>
        <ErrorAlert message={form.failure?.message} />
        <div role="status">
          {preview ? (
            <Text fw={600}>
              {preview.count === 0
                ? t('adminSeasons.move.none')
                : t('adminSeasons.move.count', { count: preview.count })}{' '}
              {preview.count > preview.teams.length
                ? t('adminSeasons.move.first', { count: preview.teams.length })
                : null}
            </Text>
          ) : null}
        </div>
        {preview && preview.teams.length > 0 ? (
          <Table.ScrollContainer
            minWidth={480}
            maxHeight={280}
            type="native"
            tabIndex={0}
            role="region"
            aria-label={t('adminSeasons.move.preview')}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('adminSeasons.move.number')}</Table.Th>
                  <Table.Th>{t('adminSeasons.move.team')}</Table.Th>
                  <Table.Th>{t('adminSeasons.move.competition')}</Table.Th>
                  <Table.Th>{t('adminSeasons.move.stage')}</Table.Th>
                  <Table.Th>{t('adminSeasons.move.payment')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {preview.teams.map((team) => (
                  <Table.Tr key={team.id}>
                    <Table.Td>{team.teamNo}</Table.Td>
                    <Table.Td>
                      <Bdi>{team.name}</Bdi>
                    </Table.Td>
                    <Table.Td>{team.competition[lang]}</Table.Td>
                    <Table.Td>{formatTeamStage(t, team.stage) || '–'}</Table.Td>
                    <Table.Td>
                      <PaidPendingOrFreeBadge paid={team.paid} isFree={!team.hasFee} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={form.submitting}
            disabled={!selection}
            onClick={() => void form.submit('preview')}
          >
            {t('adminSeasons.move.preview')}
          </Button>
          <Button
            loading={form.submitting}
            disabled={!selection || !preview?.count}
            onClick={() => void form.submit('move')}
          >
            {t('adminSeasons.move.run')}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}
