import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import type {
  ColumnAssignmentQuestion,
  DateOrder,
  DateQuestion,
  ImportKind,
} from '#contract/platform/import.schema.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { StackedTable } from './stacked-table.tsx'

/**
 * Pairs of a header of a file and the name of its column; an empty name stands for a header that is not
 * imported.
 */
export type ColumnAssignment = readonly (readonly [header: string, column: string])[]

const storageKey = 'import_columns'
/** The assignments that this browser remembers; the oldest is forgotten first. */
const maxRemembered = 30

/** A kind of file: what it is imported into, and its line of headers. */
const buildFileKey = (kind: ImportKind, { headers }: ColumnAssignmentQuestion): string =>
  JSON.stringify([kind, ...headers.map(({ header }) => header)])

const readAll = (): [key: string, assignment: ColumnAssignment][] => {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Returns the assignment that was made for an earlier file of this kind with the same headers. */
export const findRememberedColumnAssignment = (
  kind: ImportKind,
  question: ColumnAssignmentQuestion,
): ColumnAssignment | undefined => readAll().find(([key]) => key === buildFileKey(kind, question))?.[1]

/**
 * Stores an assignment in this browser for the next file of this kind with the same headers. It has headers
 * and names of columns only, no data of people.
 */
export const rememberColumnAssignment = (
  kind: ImportKind,
  question: ColumnAssignmentQuestion,
  assignment: ColumnAssignment,
): void => {
  const key = buildFileKey(kind, question)
  try {
    const others = readAll().filter(([other]) => other !== key)
    window.localStorage.setItem(
      storageKey,
      JSON.stringify([[key, assignment], ...others].slice(0, maxRemembered)),
    )
  } catch {
    // without storage nothing is remembered
  }
}

type ColumnAssignmentTableProps = {
  question: ColumnAssignmentQuestion
  /** What was chosen before, which the server may not have answered yet. */
  assignment: ColumnAssignment
  onAssign: (assignment: ColumnAssignment) => void
}

/**
 * Shows the headers of a file, each with a choice of its column. A header that is not known has none at
 * first.
 */
export function ColumnAssignmentTable({ question, assignment, onAssign }: ColumnAssignmentTableProps) {
  const { t, tAttribute } = useTranslation()
  const chosen = new Map(assignment)
  const headers = question.headers.map(({ header, column }) => ({
    header,
    column: chosen.get(header) ?? column,
  }))
  const used = new Set(headers.map(({ column }) => column))
  const assign = (header: string, column: string) =>
    onAssign(
      headers.flatMap((each) =>
        each.header === header
          ? [[header, column]]
          : each.column === null
            ? []
            : [[each.header, each.column]],
      ),
    )
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('admin.import.assignment.title')}</Text>
      <Text size="sm">{t('admin.import.assignment.text')}</Text>
      <StackedTable
        label={t('admin.import.assignment.title')}
        minWidth={360}
        maxHeight={360}
        rows={[...headers.entries()]}
        getKey={([at]) => at}
        columns={[
          {
            title: t('admin.import.assignment.header'),
            render: ([, { header }]) => <Bdi>{header || '–'}</Bdi>,
          },
          {
            title: t('admin.import.column'),
            render: ([, { header, column }]) => (
              <NativeSelect
                aria-label={tAttribute('admin.import.assignment.of', { header })}
                value={column ?? 'unknown'}
                error={column === null}
                onChange={(event) => assign(header, event.currentTarget.value)}
              >
                {column === null ? (
                  <option value="unknown" disabled>
                    {t('admin.import.assignment.choose')}
                  </option>
                ) : null}
                <option value="">{t('admin.import.assignment.none')}</option>
                {question.columns.map(({ name, title }) => (
                  <option key={name} value={name} disabled={name !== column && used.has(name)}>
                    {title}
                  </option>
                ))}
              </NativeSelect>
            ),
          },
        ]}
      />
    </Stack>
  )
}

type DateOrderChoiceProps = {
  question: DateQuestion
  order: DateOrder | undefined
  onChoose: (order: DateOrder) => void
}

/** Asks how the dates of the file are written, with one of them as an example. Nothing is chosen at first. */
export function DateOrderChoice({
  question: { line, column, value, readings },
  order,
  onChoose,
}: DateOrderChoiceProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <Radio.Group
      label={t('admin.import.dates')}
      inputWrapperOrder={['label', 'description', 'input']}
      description={t('admin.import.datesHint', { line, column })}
      value={order ?? null}
      onChange={(chosen) => onChoose(chosen as DateOrder)}
    >
      <Stack gap="xs" mt="xs">
        {readings.map((reading) => (
          <Radio
            key={reading.order}
            value={reading.order}
            label={t('admin.import.dateReading', {
              value,
              date: formatCalendarDate(reading.date, lang),
            })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
