import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  /** The headings of all columns but the last one. */
  headings: readonly string[]
  /** The width in pixels below which the table scrolls. */
  minWidth: number
  className?: string | undefined
  /** The rows. */
  children: ReactNode
}

/** A table whose last column has buttons. */
export function ActionTable({ headings, minWidth, className, children }: Props) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={minWidth} {...(className ? { className } : {})}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>{t('adminScores.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
