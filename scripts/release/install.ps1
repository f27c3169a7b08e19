# Installs Pulltab for the current user, without administrator rights:
#   powershell -ExecutionPolicy Bypass -File install.ps1
#   powershell -ExecutionPolicy Bypass -File install.ps1 -Uninstall
param([switch]$Uninstall)
$ErrorActionPreference = 'Stop'
$folder = Join-Path $env:LOCALAPPDATA 'Programs\Pulltab'
$program = Join-Path $folder 'pulltab.exe'
$paths = @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $_ -and $_ -ne $folder })

if ($Uninstall) {
  if (Test-Path $program) { & $program uninstall }
  Remove-Item -Recurse -Force $folder -ErrorAction SilentlyContinue
  [Environment]::SetEnvironmentVariable('Path', ($paths -join ';'), 'User')
  Write-Output 'Pulltab was removed. Stored pages stay; "pulltab forget --all" deletes them before you uninstall.'
  exit
}

New-Item -ItemType Directory -Force $folder | Out-Null
Copy-Item -Force (Join-Path $PSScriptRoot 'pulltab.exe'), (Join-Path $PSScriptRoot 'LICENSE'), (Join-Path $PSScriptRoot 'THIRD_PARTY_LICENSES') $folder
Unblock-File $program
[Environment]::SetEnvironmentVariable('Path', (($paths + $folder) -join ';'), 'User')
& $program install
