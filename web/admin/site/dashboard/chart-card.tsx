import { Button, Group, Paper, Table, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconChartBar, IconTable } from '#web/shared/ui/icons.ts'
import { type BarChartProps, BarList, ColumnChart } from './bar-chart.tsx'
import styles from './dashboard.module.css'

export type ChartCardProps = BarChartProps & {
  title: string
  /** Draws horizontal bars, for long names. */
  flat?: boolean
}

/** Tells whether a chart has nothing to show. */
export const isChartEmpty = ({ rows, series }: ChartCardProps): boolean =>
  rows.every((row) => series.every(({ key }) => !row[key]))

/** Shows a card with a chart, and a button that shows the same numbers as a table. */
export function ChartOrTableCard({ title, by, series, rows, flat = false, format }: ChartCardProps) {
  const { t } = useTranslation()
  const [table, setTable] = useState(false)
  const Chart = flat ? BarList : ColumnChart
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
        <Chart by={by} series={series} rows={rows} format={format} />
      )}
    </Paper>
  )
}
