import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App.tsx'
import { showCarriedToast } from './ui/toast-store.ts'
import './ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

showCarriedToast()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
