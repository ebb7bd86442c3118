import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { useSessionId } from '../lib/session.ts'
import { Crash, onDemand } from '../ui/on-demand.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { Routes } from './Routes.tsx'

const LiveUpdates = onDemand(() => import('./LiveUpdates.tsx').then((part) => part.LiveUpdates))

export function App() {
  const sessionId = useSessionId()
  return (
    <Crash>
      <QueryClientProvider client={queryClient}>
        <Routes />
        {sessionId !== null && <LiveUpdates key={sessionId} sessionId={sessionId} missing={null} />}
      </QueryClientProvider>
      <ToastHost />
    </Crash>
  )
}
