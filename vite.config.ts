// Builds the visualizer; `npx vite` serves it for its makers and passes the feed on to a running service.
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const entry = (path: string) => fileURLToPath(new URL(`visualizer/${path}`, import.meta.url))
const service = process.env['CHIME_URL'] ?? 'http://127.0.0.1:7171'

export default defineConfig({
  root: fileURLToPath(new URL('visualizer', import.meta.url)),
  base: '/visualizer/',
  plugins: [react()],
  // The page's content security policy knows no `data:` addresses.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    rolldownOptions: { input: { page: entry('index.html'), chat: entry('chat/index.html') } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': service } },
})
