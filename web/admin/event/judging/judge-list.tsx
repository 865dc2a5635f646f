import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileImport, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/event/judging/judge.schema.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useReloadableValueWithErrorToast } from '../../shared/use-loaded-value.ts'
import { ImportTabletSheetsDialog } from './import-sheets-dialog.tsx'
import { CreateOrEditJudgesDialog } from './judge-dialog.tsx'
import { JudgeLeaveAndSubstituteDialog } from './judge-leaves-dialog.tsx'
import styles from './judging.module.css'

type JudgeCodeCardsProps = {
  event: { title: { en: string; ar: string } }
  judges: readonly CreatedJudge[]
  onClose: () => void
}

/**
 * Shows the codes of new judges as cards to print. The address has the language of the card, and the code as
 * a fragment, which browsers do not send to servers.
 */
function JudgeCodeCards({ event, judges, onClose }: JudgeCodeCardsProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const [isHiding, setIsHiding] = useState(false)
  return (
    <Stack>
      <Alert role="status" className={styles.screenOnly} title={t('adminJudging.codes.title')}>
        <Stack gap="xs" align="flex-start">
          <Text>{t('adminJudging.codes.text')}</Text>
          <Group>
            <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
              {t('adminJudging.codes.print')}
            </Button>
            <Button variant="default" onClick={() => setIsHiding(true)}>
              {t('adminJudging.codes.hide')}
            </Button>
          </Group>
        </Stack>
      </Alert>
      <ul className={styles.cards}>
        {judges.map(({ judge, code }) => (
          <li key={judge.id} className={styles.card}>
            <Title order={2} size="h4">
              <Bdi>{judge.name}</Bdi>
            </Title>
            {judge.isHead ? (
              <Text size="sm" fw={600}>
                {t('adminJudging.judges.head')}
              </Text>
            ) : null}
            <Text size="sm">
              <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
            </Text>
            <QrCode
              text={`${window.location.origin}/judge/?lang=${lang}#code=${code}`}
              label={tAttribute('adminJudging.codes.picture', { name: judge.name })}
            />
            <bdi dir="ltr" className={styles.code}>
              {formatCodeInGroups(code)}
            </bdi>
            <Text size="sm" dir="ltr">
              {`${window.location.host}/judge/`}
            </Text>
            {judge.tables.length > 0 ? (
              <Text size="sm">
                {t('adminJudging.codes.tables', { tables: formatList(judge.tables, lang, 'unit') })}
              </Text>
            ) : null}
            {judge.days.length > 0 ? (
              <Text size="sm">
                {t('adminJudging.codes.days', {
                  days: formatList(
                    judge.days.map((day) => formatCalendarDate(day, lang)),
                    lang,
                    'unit',
                  ),
                })}
              </Text>
            ) : null}
          </li>
        ))}
      </ul>
      {isHiding ? (
        <AdminConfirmDialog
          title={t('adminJudging.codes.hideQuestion')}
          text={t('adminJudging.codes.hideText')}
          action={t('adminJudging.codes.hide')}
          onClose={() => setIsHiding(false)}
          onConfirm={onClose}
        />
      ) : null}
    </Stack>
  )
}

type Props = { event: { id: string; title: { en: string; ar: string } } }
type OpenDialog =
  | { kind: 'create' | 'sheets' }
  | { kind: 'edit'; judge: Judge }
  | { kind: 'renew' | 'revoke'; judge: Judge }
  | { kind: 'leave'; judge: Judge }

/**
 * Shows the judges of an event, with dialogs to create, change and revoke them, and their new codes to print.
 */
export function EventJudgesAndCodesEditor({ event }: Props) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { value: loaded, reload } = useReloadableValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/judges', { params: { eventId: event.id } }),
    event.id,
  )
  const judges = loaded?.judges
  const [dialog, setDialog] = useState<OpenDialog>()
  const [created, setCreated] = useState<CreatedJudge[]>([])
  const { saving, save } = useSubmitWithToasts()
  const close = () => setDialog(undefined)
  const removeCode = (judgeId: string) =>
    setCreated((before) => before.filter(({ judge }) => judge.id !== judgeId))
  /** Shows further codes below those that are shown: no code is shown a second time. */
  const addCodes = (added: CreatedJudge[]) => {
    for (const { judge } of added) removeCode(judge.id)
    setCreated((before) => [...before, ...added])
  }
  const finish = () => {
    close()
    reload()
  }
  const confirm = ({ kind, judge }: { kind: 'renew' | 'revoke'; judge: Judge }) => {
    const params = { eventId: event.id, judgeId: judge.id }
    return save(async () => {
      if (kind === 'renew') {
        addCodes([await callApi('POST /api/admin/events/:eventId/judges/:judgeId/code', { params })])
        return undefined
      }
      const revoked = await callApi('DELETE /api/admin/events/:eventId/judges/:judgeId', { params })
      removeCode(judge.id)
      return revoked
    }, finish)
  }
  return (
    <Stack>
      {created.length > 0 ? (
        <JudgeCodeCards event={event} judges={created} onClose={() => setCreated([])} />
      ) : null}
      <Group justify="space-between" className={styles.screenOnly}>
        <Text maw={640}>{t('adminJudging.judges.intro')}</Text>
        <Group>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} />}
            onClick={() => setDialog({ kind: 'sheets' })}
          >
            {t('adminJudging.sheets.open')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'create' })}>
            {t('adminJudging.judges.add')}
          </Button>
        </Group>
      </Group>
      {judges?.length === 0 ? (
        <Text ta="center" py="xl" className={styles.screenOnly}>
          {t('adminJudging.judges.none')}
        </Text>
      ) : null}
      {judges && judges.length > 0 ? (
        <div className={styles.screenOnly}>
          <StackedTable
            label={t('adminJudging.tabs.judges')}
            minWidth={760}
            rows={judges}
            getKey={({ id }) => id}
            columns={[
              {
                title: t('adminJudging.judges.name'),
                render: (judge) => (
                  <>
                    <b>
                      <Bdi>{judge.name}</Bdi>
                    </b>{' '}
                    {judge.isHead ? (
                      <StatusBadge status="done">{t('adminJudging.judges.head')}</StatusBadge>
                    ) : null}{' '}
                    {judge.revokedAt ? (
                      <StatusBadge status="open">
                        {t(judge.leave ? 'adminJudging.judges.left' : 'adminJudging.judges.revoked')}
                      </StatusBadge>
                    ) : null}
                    {judge.leave?.substituteId ? (
                      <Text size="xs">
                        {t('adminJudging.judges.replacedBy', {
                          name: judges.find(({ id }) => id === judge.leave?.substituteId)?.name ?? '–',
                        })}
                      </Text>
                    ) : null}
                  </>
                ),
              },
              {
                title: t('adminJudging.judges.tables'),
                render: ({ tables }) =>
                  tables.length > 0 ? formatList(tables, lang, 'unit') : t('adminJudging.judges.allTables'),
              },
              {
                title: t('adminJudging.judges.days'),
                render: ({ days }) =>
                  days.length > 0
                    ? formatList(
                        days.map((day) => formatCalendarDate(day, lang)),
                        lang,
                        'unit',
                      )
                    : t('adminJudging.judges.allDays'),
              },
              { title: t('adminJudging.judges.hint'), render: ({ hint }) => <bdi dir="ltr">…{hint}</bdi> },
              {
                title: t('adminJudging.judges.lastUsed'),
                render: ({ lastUsedAt, deviceCount }) => (
                  <>
                    {lastUsedAt ? formatDateTime(lastUsedAt) : t('adminJudging.judges.never')}
                    {deviceCount > 0 ? (
                      <Text size="xs">{t('adminJudging.judges.devices', { count: deviceCount })}</Text>
                    ) : null}
                  </>
                ),
              },
              {
                title: t('adminScores.actions'),
                isActions: true,
                render: (judge) => (
                  <Group gap="xs">
                    <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'edit', judge })}>
                      {t('adminJudging.judges.edit')}
                    </Button>
                    <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'renew', judge })}>
                      {t('adminJudging.judges.renew')}
                    </Button>
                    {judge.leave?.substituteId ? null : (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={tAttribute(
                          judge.leave
                            ? 'adminJudging.judges.nameSubstituteFor'
                            : 'adminJudging.judges.leaveTitle',
                          { name: judge.name },
                        )}
                        onClick={() => setDialog({ kind: 'leave', judge })}
                      >
                        {t(judge.leave ? 'adminJudging.judges.nameSubstitute' : 'adminJudging.judges.leave')}
                      </Button>
                    )}
                    {judge.revokedAt ? null : (
                      <Button
                        size="xs"
                        variant="light"
                        color="red"
                        onClick={() => setDialog({ kind: 'revoke', judge })}
                      >
                        {t('adminJudging.judges.revoke')}
                      </Button>
                    )}
                  </Group>
                ),
              },
            ]}
          />
        </div>
      ) : null}
      {dialog?.kind === 'sheets' ? <ImportTabletSheetsDialog eventId={event.id} onClose={close} /> : null}
      {dialog?.kind === 'create' || dialog?.kind === 'edit' ? (
        <CreateOrEditJudgesDialog
          eventId={event.id}
          {...(dialog.kind === 'edit' ? { judge: dialog.judge } : {})}
          onClose={close}
          onSaved={(judgesWithCodes) => {
            addCodes(judgesWithCodes)
            finish()
          }}
        />
      ) : null}
      {dialog?.kind === 'leave' ? (
        <JudgeLeaveAndSubstituteDialog
          eventId={event.id}
          judge={dialog.judge}
          judges={judges ?? []}
          onClose={close}
          onLeft={(judgesWithCodes) => {
            removeCode(dialog.judge.id)
            addCodes(judgesWithCodes)
            finish()
          }}
        />
      ) : null}
      {dialog?.kind === 'renew' || dialog?.kind === 'revoke' ? (
        <AdminConfirmDialog
          title={t(`adminJudging.judges.${dialog.kind}`)}
          text={t(`adminJudging.judges.${dialog.kind}Text`, { name: dialog.judge.name })}
          action={t(`adminJudging.judges.${dialog.kind}`)}
          busy={saving}
          onClose={close}
          onConfirm={() => void confirm({ kind: dialog.kind, judge: dialog.judge })}
        />
      ) : null}
    </Stack>
  )
}
