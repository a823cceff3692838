# Installs the released binary of stillpage for Windows, after its checksum was compared.
#
# STILLPAGE_VERSION: the release, such as v0.1.0 (latest). STILLPAGE_BIN: the folder for the binary.
$ErrorActionPreference = 'Stop'

$version = if ($env:STILLPAGE_VERSION) { $env:STILLPAGE_VERSION } else { 'latest' }
$folder = if ($env:STILLPAGE_BIN) { $env:STILLPAGE_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\stillpage' }
$releases = if ($env:STILLPAGE_RELEASES) { $env:STILLPAGE_RELEASES } else { 'https://github.com/stillpage/stillpage/releases' }
$from = if ($version -eq 'latest') { "$releases/latest/download" } else { "$releases/download/$version" }
$archive = 'stillpage-x86_64-pc-windows-msvc.zip'

$work = New-Item -ItemType Directory -Path (Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid()))
try {
    foreach ($file in $archive, "$archive.sha256") {
        Invoke-WebRequest -UseBasicParsing -Uri "$from/$file" -OutFile (Join-Path $work $file)
    }
    $expected = (Get-Content (Join-Path $work "$archive.sha256")).Split(' ')[0]
    if ((Get-FileHash -Algorithm SHA256 (Join-Path $work $archive)).Hash -ne $expected) {
        throw "$archive is not what its checksum says; nothing was installed"
    }
    Expand-Archive -Path (Join-Path $work $archive) -DestinationPath $work
    New-Item -ItemType Directory -Force -Path $folder | Out-Null
    Move-Item -Force (Join-Path $work 'stillpage.exe') (Join-Path $folder 'stillpage.exe')
    & (Join-Path $folder 'stillpage.exe') --version
    if (($env:PATH -split ';') -notcontains $folder) { Write-Output "Add $folder to PATH to run it by its name." }
}
finally {
    Remove-Item -Recurse -Force $work
}
