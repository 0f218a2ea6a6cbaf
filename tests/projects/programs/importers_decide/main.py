from client import alone, main

main()
alone()
