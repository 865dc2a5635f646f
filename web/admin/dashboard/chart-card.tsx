import { BarChart } from '@mantine/charts'
import { Button, Group, Paper, Table, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './dashboard.module.css'

type Row = Record<string, string | number>
export type ChartCardProps = {
  title: string
  /** The key of a bar's name, and the heading of its column in the table. */
  by: { key: string; label: string }
  series: { key: string; label: string; color: string }[]
  rows: Row[]
  /** Draws horizontal bars, for long names. */
  flat?: boolean
  format: (value: number) => string
}

/** Tells whether a chart has nothing to show. */
export const isChartEmpty = ({ rows, series }: ChartCardProps): boolean =>
  rows.every((row) => series.every(({ key }) => !row[key]))

/** Shows a card with a chart, and a dialog with the same numbers as a table. */
export function ChartCard({ title, by, series, rows, flat = false, format }: ChartCardProps) {
  const { t, i18n } = useTranslation()
  const [table, setTable] = useState(false)
  const rtl = i18n.language === 'ar'
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={table ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          aria-label={`${t(table ? 'adminDashboard.asChart' : 'adminDashboard.asTable')}: ${title}`}
          onClick={() => setTable(!table)}
        >
          {t(table ? 'adminDashboard.asChart' : 'adminDashboard.asTable')}
        </Button>
      </Group>
      {table ? (
        <div className={styles.scroll}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{by.label}</Table.Th>
                {series.map(({ key, label }) => (
                  <Table.Th key={key} ta="end">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row[by.key]}>
                  <Table.Th scope="row" fw={400}>
                    <Bdi>{row[by.key]}</Bdi>
                  </Table.Th>
                  {series.map(({ key }) => (
                    <Table.Td key={key} ta="end">
                      {format(Number(row[key]))}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      ) : (
        <div aria-hidden="true" dir="ltr">
          <BarChart
            // a few bars stay as thin as many
            h={flat ? Math.min(260, 60 + 50 * rows.length) : 260}
            maxBarWidth={32}
            data={rows}
            dataKey={by.key}
            type="stacked"
            orientation={flat ? 'vertical' : 'horizontal'}
            series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
            withLegend={series.length > 1}
            valueFormatter={format}
            // keeps a margin between names and bars in both directions of text
            yAxisProps={{
              allowDecimals: false,
              width: flat ? 150 : 50,
              orientation: rtl ? 'right' : 'left',
              tick: { transform: `translate(${rtl ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' },
            }}
            xAxisProps={{ allowDecimals: false, reversed: rtl }}
            barChartProps={{ accessibilityLayer: false }}
            gridAxis={flat ? 'x' : 'y'}
          />
        </div>
      )}
    </Paper>
  )
}
