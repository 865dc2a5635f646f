import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * The back office is rendered in the browser only. The server needs of its pages what is shown until they are there, and not their widgets, which would cost
 * it memory and time at every start.
 */
const backOfficeInTheBrowser = (): Plugin => ({
  name: 'back-office-in-the-browser',
  enforce: 'pre',
  load(id, options) {
    if (!options?.ssr || !/[\\/]web[\\/]admin[\\/](layout|.*-page)\.tsx/.test(id)) return
    const nothing =
      'export default function Nothing() { return null }\nexport const clientLoader = () => null\nclientLoader.hydrate = true\n'
    return /admin[\\/]layout\.tsx/.test(id)
      ? `${nothing}export { Opening as HydrateFallback } from '#web/admin/loading-screen.tsx'\n`
      : nothing
  },
})

export default defineConfig({
  plugins: [backOfficeInTheBrowser(), reactRouter()],
  publicDir: 'web/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // many small files compress worse than one
              groups: [
                { name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 10 },
                {
                  name: 'site',
                  // the home page needs these folders; forms, sessions and the other areas have chunks of their own
                  test: /[\\/]web[\\/](shared([\\/]ui)?|site[\\/](layout|home|scoreboard))[\\/][^\\/]+$/,
                  priority: 5,
                },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: {
    // found late, each of them would reload the first pages of a development server
    include: [
      '@mantine/charts',
      '@mantine/core',
      '@mantine/dates',
      '@tabler/icons-react',
      'dayjs/locale/ar',
      'react-dom/client',
      'react-router/dom',
    ],
  },
})
