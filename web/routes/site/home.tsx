import { useTranslation } from 'react-i18next'
import { apiOf } from '#web/lib/api-context.ts'
import type { Route } from './+types/home.ts'

const load = async (context: Route.LoaderArgs['context']) => ({ events: await apiOf(context).events.list() })
export const loader = ({ context }: Route.LoaderArgs) => load(context)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(context)

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('name')}</h1>
      <p>{loaderData.events.length}</p>
    </>
  )
}
