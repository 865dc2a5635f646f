import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentTotals as Totals } from '#contract/money/payment.schema.ts'
import type { PaymentReportPeriod } from '#contract/money/payment.ts'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { addDays, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { ErrorAlert, getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
import { saveBlobAsFile } from '#web/admin/shared/download-file.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { callApi, requestApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate, formatMoney, formatNumber } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconDownload } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** The number of days that the page shows before the user chooses another period. */
const defaultPeriodDays = 30

type Sums = Totals['overall'][number]
type SumsRow = { name: ReactNode; key: string; sums: Sums }

/** Shows a table of sums: a row for each competition or day, and the overall sums below. */
function PaymentSumsTable({
  title,
  heading,
  rows,
  overall,
}: {
  title: string
  heading: string
  rows: readonly SumsRow[]
  overall: readonly Sums[]
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const renderMoney = (amount: number, { currency }: Sums) => (
    <bdi>{formatMoney({ amount, currency }, lang)}</bdi>
  )
  const renderCounted = (amount: number, count: number, sums: Sums) =>
    count === 0 ? (
      '–'
    ) : (
      <>
        {renderMoney(amount, sums)}
        <Text size="xs" c="dimmed">
          {t('adminPayments.totals.count', { count, formatted: formatNumber(count, lang) })}
        </Text>
      </>
    )
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <StackedTable<SumsRow>
        label={title}
        minWidth={560}
        rows={rows}
        footerRows={overall.map((sums) => ({
          key: sums.currency,
          name: t('adminPayments.totals.overall'),
          sums,
        }))}
        getKey={({ key }) => key}
        columns={[
          { title: heading, render: ({ name }) => name },
          {
            title: t('adminPayments.totals.online'),
            number: true,
            render: ({ sums }) => renderCounted(sums.onlineAmount, sums.onlineCount, sums),
          },
          {
            title: t('adminPayments.totals.manual'),
            number: true,
            render: ({ sums }) => renderCounted(sums.manualAmount, sums.manualCount, sums),
          },
          {
            title: t('adminPayments.totals.refunded'),
            number: true,
            render: ({ sums }) => renderCounted(sums.refundAmount, sums.refundCount, sums),
          },
          {
            title: t('adminPayments.totals.net'),
            number: true,
            render: ({ sums }) => (
              <Text component="span" inherit fw={600}>
                {renderMoney(sums.netAmount, sums)}
              </Text>
            ),
          },
        ]}
      />
    </Paper>
  )
}

/**
 * Shows the money received and refunded in a period, by competition and by day, with an export for
 * accountants.
 */
function PaymentTotals() {
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const today = toDateInTimeZone(new Date(), timeZone)
  const [period, setPeriod] = useState<PaymentReportPeriod>()
  const [totals, setTotals] = useState<Totals>()
  const [failure, setFailure] = useState('')
  const [exporting, setExporting] = useState(false)
  const isReadable = period !== undefined && isIsoDate(period.from) && isIsoDate(period.to)
  const isReversed = isReadable && period.from > period.to

  useEffect(() => {
    const choose = (test: boolean) =>
      setPeriod({ from: addDays(today, 1 - defaultPeriodDays), to: today, test })
    callApi('GET /api/admin/payments/mode').then(
      ({ test, demo }) => choose(test || demo),
      () => choose(false),
    )
  }, [today])

  useEffect(() => {
    if (!isReadable || isReversed) return
    const controller = new AbortController()
    callApi('GET /api/admin/payments/totals', { query: period, signal: controller.signal }).then(
      (reply) => {
        setTotals(reply.totals)
        setFailure('')
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(getErrorMessage(t, error))
      },
    )
    return () => controller.abort()
  }, [period, isReadable, isReversed, t])

  const change = (part: Partial<PaymentReportPeriod>) => period && setPeriod({ ...period, ...part })
  const exportLedger = async () => {
    if (!period) return
    setExporting(true)
    try {
      const reply = await requestApi('GET /api/admin/payments/ledger', { query: period })
      saveBlobAsFile(await reply.blob(), `payments-${period.from}-${period.to}.csv`)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setExporting(false)
  }

  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/admin/payments" size="sm">
        {t('adminPayments.totals.back')}
      </Anchor>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('adminPayments.totals.title')}
        </Title>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={exporting}
          disabled={!isReadable || isReversed}
          onClick={() => void exportLedger()}
        >
          {t('adminPayments.totals.export')}
        </Button>
      </Group>
      {period ? (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <AdminDateField
            label={t('adminPayments.totals.from')}
            value={period.from}
            onChange={(from) => from && change({ from })}
          />
          <AdminDateField
            label={t('adminPayments.totals.to')}
            value={period.to}
            error={isReversed ? t('adminPayments.totals.reversed') : undefined}
            onChange={(to) => to && change({ to })}
          />
          <Switch
            label={t('adminPayments.totals.test')}
            checked={period.test ?? false}
            onChange={(event) => change({ test: event.currentTarget.checked })}
            mt={{ sm: 34 }}
          />
        </SimpleGrid>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('adminPayments.totals.hint')}
      </Text>
      <ErrorAlert message={failure} />
      {!totals || failure ? null : totals.overall.length === 0 ? (
        <Text role="status">{t('adminPayments.totals.none')}</Text>
      ) : (
        <>
          <PaymentSumsTable
            title={t('adminPayments.totals.byCompetition')}
            heading={t('payment.competition')}
            rows={totals.byCompetition.map((sums) => ({
              key: `${sums.competition.en} ${sums.currency}`,
              name: sums.competition[lang],
              sums,
            }))}
            overall={totals.overall}
          />
          <PaymentSumsTable
            title={t('adminPayments.totals.byDay')}
            heading={t('adminPayments.totals.day')}
            rows={totals.byDay.map((sums) => ({
              key: `${sums.day} ${sums.currency}`,
              name: formatCalendarDate(sums.day, lang),
              sums,
            }))}
            overall={totals.overall}
          />
        </>
      )}
    </Stack>
  )
}

export default function PaymentTotalsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminPayments.totals.title')} · ${t('name')}`}</title>
      <PaymentTotals />
    </>
  )
}
