import { Alert, Anchor, Button, Group, Pagination, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconKey, IconPlus, IconRefresh, IconSearch, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminAttempt, AdminScoreEntry, AdminScorePage, ScoreRow } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { Confirm } from '#web/admin/shared/confirm.tsx'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { AttemptList } from './attempt-list.tsx'
import { EventKeys } from './event-keys.tsx'
import { ImportScores } from './import-scores.tsx'
import { RankingList } from './ranking-list.tsx'
import { RemovedScores } from './removed-scores.tsx'
import { AddScore, EditAttempt, EditEntry, useSaving } from './score-forms.tsx'
import styles from './scores.module.css'
import { useRanking } from './use-ranking.ts'

const pageSizes = ['10', '25', '50', '100', '500', '1000']

type Dialog =
  | { kind: 'add'; entry?: AdminScoreEntry }
  | { kind: 'attempt'; entryId: string; attempt: AdminAttempt }
  | { kind: 'entry'; entry: AdminScoreEntry }
  | { kind: 'remove'; row: ScoreRow }
  | { kind: 'remove-attempt'; entry: AdminScoreEntry; attempt: AdminAttempt }
  | { kind: 'import' | 'keys' | 'removed' }

/** What was removed last. */
type Removed = { id: string; text: string }

const quoted = (row: ScoreRow) => `\u2068${row.player || row.team}\u2069`

/** The scores of an event: attempts are added, corrected and removed, and the ranking moves at once. */
export function ScoreEditor({ initial }: { initial: AdminScorePage }) {
  const { t, i18n } = useTranslation()
  const { event } = initial
  const ranking = useRanking(event.id, initial)
  const { page, query } = ranking
  const [open, setOpen] = useState<string>()
  const [dialog, setDialog] = useState<Dialog>()
  const [removed, setRemoved] = useState<Removed>()
  const { saving, save } = useSaving()
  const title = event.title[i18n.language as Language]
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    void ranking.reload()
  }
  const form = { eventId: event.id, onClose: close, onSaved: done }

  const remove = (work: () => Promise<{ message: string; removed: string }>, text: string) =>
    save(async () => {
      const reply = await work()
      setRemoved({ id: reply.removed, text })
      return undefined
    }, done)
  const removeEntry = (row: ScoreRow) =>
    remove(() => adminApi.scores.removeEntry(event.id, row.id), t('adminScores.removedEntry', { name: quoted(row) }))
  const removeAttempt = ({ row }: AdminScoreEntry, attempt: AdminAttempt) =>
    remove(() => adminApi.scores.removeAttempt(event.id, row.id, attempt.id), t('adminScores.removedAttempt'))
  const undo = ({ id }: Removed) =>
    save(
      () => adminApi.scores.restore(event.id, id),
      () => {
        setRemoved(undefined)
        done()
      },
    )
  const edit = async (row: ScoreRow) => {
    try {
      setDialog({ kind: 'entry', entry: await adminApi.scores.entry(event.id, row.id) })
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }
  const download = () =>
    save(
      async () => {
        const link = document.createElement('a')
        link.href = URL.createObjectURL(await adminApi.scores.exportCsv(event.id))
        link.download = `scores-${event.slug}.csv`
        link.click()
        URL.revokeObjectURL(link.href)
        return undefined
      },
      () => {},
    )

  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <div>
          <Anchor component={Link} to="/admin/scores" size="sm">
            {t('adminScores.back')}
          </Anchor>
          <Title order={1} size="h2">
            {t('adminScores.of', { event: `\u2068${title}\u2069` })}
          </Title>
          <Text size="sm" className={styles.quiet}>
            {t('adminScores.rule', { rule: t(`adminScores.rules.${event.totalRule}`) })}
            {event.active ? (
              <>
                {' · '}
                <Anchor href={`/events/${event.slug}/`} underline="always">
                  {t('adminScores.view')}
                </Anchor>
              </>
            ) : null}
          </Text>
        </div>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'add' })}>
          {t('adminScores.add')}
        </Button>
      </Group>
      {event.active ? null : <Alert color="yellow">{t('adminScores.hidden')}</Alert>}
      <Group>
        <TextInput
          type="search"
          dir="auto"
          style={{ flex: '1 1 220px' }}
          leftSection={<IconSearch size={18} />}
          aria-label={t('adminScores.search')}
          placeholder={t('adminScores.search')}
          value={query.search}
          maxLength={200}
          onChange={(change) => ranking.set({ search: change.currentTarget.value })}
        />
        <Select
          aria-label={t('adminScores.perPage')}
          w={100}
          data={pageSizes}
          value={String(query.perPage)}
          allowDeselect={false}
          onChange={(value) => ranking.set({ perPage: Number(value) })}
        />
        <Button variant="default" leftSection={<IconRefresh size={18} />} loading={ranking.loading} onClick={() => void ranking.reload()}>
          {t('adminScores.reload')}
        </Button>
        <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => setDialog({ kind: 'import' })}>
          {t('adminScores.import')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void download()}>
          {t('adminScores.export')}
        </Button>
        <Button variant="default" leftSection={<IconKey size={18} />} onClick={() => setDialog({ kind: 'keys' })}>
          {t('adminScores.keys')}
        </Button>
        <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={() => setDialog({ kind: 'removed' })}>
          {t('adminScores.removed')}
        </Button>
      </Group>
      {removed ? (
        <Alert role="status" withCloseButton closeButtonLabel={t('adminScores.close')} onClose={() => setRemoved(undefined)}>
          <Group>
            {removed.text}
            <Button size="xs" variant="light" loading={saving} onClick={() => void undo(removed)}>
              {t('adminScores.undo')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Text size="sm" className={styles.quiet} role="status">
        {t('scores.count', { count: page.total, formatted: page.total })}
      </Text>
      {page.rows.length === 0 ? (
        <Text ta="center" py="xl">
          {t(query.search ? 'adminScores.nothingFound' : 'adminScores.empty')}
        </Text>
      ) : (
        <RankingList
          rows={page.rows}
          open={open}
          onOpen={setOpen}
          onEdit={(row) => void edit(row)}
          onRemove={(row) => setDialog({ kind: 'remove', row })}
          opened={(row) => (
            <AttemptList
              eventId={event.id}
              row={row}
              version={ranking.version}
              onAdd={(entry) => setDialog({ kind: 'add', entry })}
              onEdit={(attempt) => setDialog({ kind: 'attempt', entryId: row.id, attempt })}
              onRemove={(entry, attempt) => setDialog({ kind: 'remove-attempt', entry, attempt })}
            />
          )}
        />
      )}
      {page.total > page.perPage ? (
        <Pagination
          total={Math.ceil(page.total / page.perPage)}
          value={page.page}
          onChange={(to) => ranking.set({ page: to })}
          getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous') })}
        />
      ) : null}
      {dialog?.kind === 'add' ? <AddScore {...form} {...(dialog.entry ? { entry: dialog.entry } : {})} /> : null}
      {dialog?.kind === 'attempt' ? <EditAttempt {...form} entryId={dialog.entryId} attempt={dialog.attempt} /> : null}
      {dialog?.kind === 'entry' ? <EditEntry {...form} entry={dialog.entry} /> : null}
      {dialog?.kind === 'import' ? <ImportScores {...form} /> : null}
      {dialog?.kind === 'removed' ? <RemovedScores {...form} /> : null}
      {dialog?.kind === 'keys' ? <EventKeys event={event} onClose={close} /> : null}
      {dialog?.kind === 'remove-attempt' ? (
        <Confirm
          title={t('messages.confirmDelete')}
          text={t('adminScores.removeAttemptText', { name: quoted(dialog.entry.row) })}
          action={t('adminScores.remove')}
          busy={saving}
          onClose={close}
          onConfirm={() => void removeAttempt(dialog.entry, dialog.attempt)}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <Confirm
          title={t('messages.confirmDelete')}
          text={t('adminScores.removeEntryText', { name: quoted(dialog.row) })}
          action={t('adminScores.remove')}
          busy={saving}
          onClose={close}
          onConfirm={() => void removeEntry(dialog.row)}
        />
      ) : null}
    </Stack>
  )
}
