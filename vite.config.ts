import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  optimizeDeps: {
    // found late, each of them would reload the first pages of a development server
    include: [
      '@mantine/charts',
      '@mantine/core',
      '@mantine/dates',
      '@tabler/icons-react',
      'dayjs/locale/ar',
      'i18next',
      'react-dom/client',
      'react-i18next',
      'react-router/dom',
    ],
  },
})
